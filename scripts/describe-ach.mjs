// docs/reference/ach-files.generated.md: records, rules and codes of NACHA files, from the tables that read and write them.

/** @param tables layouts, in the order of a file; achRules; transactionCodes; returnCodes; changeEntries; nachaRules; bankRules, messageRules, ruleSources */
export function describeAch(tables) {
  const { layouts, achRules, transactionCodes, returnCodes, changeEntries, nachaRules } = tables;
  const { bankRules, messageRules, ruleSources } = tables;
  const checked = (asked) =>
    Object.entries(asked).map(([rule, { demand, source }]) => [`\`${rule}\``, demand, ruleSources[source]]);
  const dated = Object.entries(nachaRules).flatMap(([rule, versions]) =>
    versions.map(({ from, value, source }) => [`\`${rule}\``, from, shownValue(value), source]),
  );
  const rules = Object.entries(achRules).map(([rule, { meaning, waiver, stops }]) => [
    `\`${rule}\``,
    meaning,
    stops ?? 'file',
    waiver ? `\`${waiver}\`` : '',
  ]);
  const codes = [...transactionCodes].map(([code, { account_type, direction, use }]) => [
    code,
    account_type.replace('_', ' '),
    direction,
    USES[use],
  ]);
  return `# NACHA files

\`npm run gen\` writes this page from the tables in \`libs/rails/src/domain/ach\`, which the reader and the writer interpret. Do not
edit it. [ADR 52](../adr/0052-nacha-files-by-table.md) has the reasons. \`payments rails inspect\` checks a file.

A file is a header (1), batches, and a control (9). A batch is a header (5), entries (6) with their addenda (7), and a control
(8). A record has 94 characters. Lines end in LF, CR LF, CR, or not at all. Lines of nines fill the last block of ten lines.

## Records

- number: digits that are counted or added up, with leading zeros
- digits: digits that identify
- text: printable characters, followed by blanks
- mark of a reject: \`REJ0\` and a code of the bank over the first eight digits, in an entry of ours that the bank sends back
- constant: the same in every record
- reserved: written blank, not read

${layouts.map(recordSection).join('\n')}
## Rules

A file that breaks a rule is refused as a whole, unless the rule stops only the entry, which then becomes an exception. A rule with a
waiver can be waived by its name. A delivery may have several files, each with its own controls; a byte order mark, lines of blanks,
and fill after the end (NUL, the end-of-file of DOS) are skipped.

${table(['rule', 'what it demands', 'stops', 'waiver'], rules)}

## Rules with a day

What Nacha changes on a day that it announces. The day on which an entry or a return settles decides which version holds
([ADR 155](../adr/0155-rules-with-a-day.md)). Sources are the titles of Nacha's rules.

${table(['rule', 'from', 'value', 'source'], dated)}

## Rules of the checker

What \`payments rails certify\` and the simulated bank ask of files that are sent, by code that shares nothing with the writer
(\`apps/bank/src/ach/rules.table.ts\`).

${table(['rule', 'what it demands', 'source'], checked(bankRules))}

Of messages of ISO 20022, besides [what instant networks demand](instant-networks.generated.md):

${table(['rule', 'what it demands', 'source'], checked(messageRules))}

## Transaction codes

${table(['code', 'account', 'direction', 'use'], codes)}

## Return codes

${table(['code', 'meaning'], [...returnCodes])}

## Change codes

${table(['code', 'meaning'], changeEntries)}
`;
}

function shownValue(value) {
  if (value instanceof Set) return [...value].join(', ');
  if (typeof value === 'bigint') return `$${(Number(value) / 100).toLocaleString('en-US')}`;
  if (typeof value !== 'object') return String(value);
  return (
    Object.entries(value)
      .map(([code, meaning]) => `${code}: ${meaning}`)
      .join('; ') || 'as below'
  );
}

const USES = { entry: 'payment', prenote: 'prenote', zero_dollar: 'remittance data only', return: 'return or change' };

function recordSection({ name, fields }) {
  const rows = fields.map(({ name: field, from, to, kind, value, mayBeBlank, mayBeRejected }) => [
    from === to ? from : `${from}–${to}`,
    `\`${field}\``,
    kind === 'constant'
      ? `constant \`${value}\``
      : mayBeBlank
        ? `${kind}, or blank`
        : mayBeRejected
          ? `${kind}, or the mark of a reject`
          : kind,
  ]);
  return `### ${name[0].toUpperCase()}${name.slice(1)}\n\n${table(['columns', 'field', 'type'], rows)}\n`;
}

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
