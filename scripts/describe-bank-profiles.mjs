// docs/reference/bank-profiles.generated.md: the keys of BANKS_FILE, from the schema that reads it.

/** @param sections connectionSections · toJSONSchema of zod · tokens FILE_NAME_TOKENS · messageIdTokens MESSAGE_ID_TOKENS */
export function describeBankProfiles({ sections, toJSONSchema, tokens, messageIdTokens }) {
  const parts = Object.entries(sections).map(([name, schema]) => [name, toJSONSchema(schema, { io: 'input' })]);
  const simple = parts.filter(([, schema]) => rowsOf('', schema).length === 1);
  const complex = parts.filter(([, schema]) => rowsOf('', schema).length > 1);
  return `# Bank profiles

\`BANKS_FILE\` is a JSON file: \`{ "connections": [ … ] }\`, with one object for each channel to a bank. \`npm run gen\` writes this
page from \`libs/rails/src/infrastructure/profiles\`, which reads the file. Do not edit it. [Bank files](../operate/bank-files.md)
explains how to set up a bank, and \`deploy/banks.example.json\` is an example.

- The file must have mode 0600, or be in a directory with mode 0700, and belong to the user of the service or to root.
- Unknown and duplicate keys are refused. All faults are reported at once: the path, what is wrong, and what to do.
- A secret is never in the file: \`{"file": "/path"}\` or \`{"env": "NAME"}\` says where it is read when it is needed.
- A key without a default is required.

## Keys of a connection

${table(simple.flatMap(([name, schema]) => rowsOf(name, schema)))}
${complex.map(sectionOf).join('\n')}
## Names of files

\`outbound.name\` consists of letters, digits, dots, underscores, hyphens and tokens. It must be unique: \`{sequence}\`, or a date
with \`{time}\` or \`{modifier}\`.

${tableOf(['token', 'becomes'], rowsOfTokens(tokens))}

## Message ids

\`acknowledgment.message_id\` is what the bank puts into \`OrgnlMsgId\` of a status report about a file. It must identify the file:
\`{file_name}\`, or one date and \`{modifier}\`.

${tableOf(['token', 'stands for'], rowsOfTokens(messageIdTokens))}
`;
}

const rowsOfTokens = (tokens) => Object.entries(tokens).map(([token, { meaning }]) => [`\`{${token}}\``, meaning]);

function sectionOf([name, schema]) {
  return `### ${name}\n\n${capitalized(schema.description)}.\n\n${table(rowsOf(name, schema).slice(1))}\n`;
}

/** A row for the value and one for each inner key: path, what it must be, default, meaning. */
function rowsOf(path, schema) {
  // What may be null describes itself in its first alternative.
  const { expected = '', description = '' } = schema.expected ? schema : (schema.anyOf?.[0] ?? schema);
  const { default: preset } = schema;
  const own = [path, expected, preset === undefined ? '' : `\`${JSON.stringify(preset)}\``, description];
  return [own, ...innerRows(path, schema)];
}

function innerRows(path, schema) {
  if ('default' in schema && !schema.properties && !schema.items && !schema.oneOf) return [];
  if (schema.oneOf) return kindsOf(path, schema.oneOf);
  if (schema.items) return keysOf(`${path}[]`, schema.items);
  return keysOf(path, schema);
}

const keysOf = (path, { properties = {} }) =>
  Object.entries(properties).flatMap(([key, value]) => rowsOf(`${path}.${key}`, value));

/** What kinds have in common is shown once. */
function kindsOf(path, kinds) {
  const seen = new Set();
  return kinds.flatMap((kind) => {
    const names = [kind.properties.kind.enum].flat().join(', ');
    return Object.entries(kind.properties).flatMap(([key, value]) => {
      if (key !== 'kind' && seen.has(key)) return [];
      seen.add(key);
      const [own, ...inner] = rowsOf(`${path}.${key}`, value);
      const [at, expected, preset, meaning] = own;
      return [[at, expected, preset, key === 'kind' ? meaning : `${meaning} (${names})`], ...inner];
    });
  });
}

const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const table = (rows) =>
  tableOf(
    ['key', 'value', 'default', 'meaning'],
    rows.map(([path, ...cells]) => [`\`${path}\``, ...cells]),
  );

function tableOf(head, rows) {
  const escaped = rows.map((cells) => cells.map((cell) => cell.replace(/\|/g, '\\|')));
  return [head, head.map(() => '---'), ...escaped].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
