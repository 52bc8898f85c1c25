// Writes the skeleton of a module: `npm run new -- module payees`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import util from 'node:util';
import { fail } from './prepare.mjs';
import { root } from './stale.mjs';
import { checkField, checkName, singularOf, wordsOf } from './templates/names.mjs';

const HELP = `Usage: npm run new -- module <name> [options]

Writes a context with one resource that clients create, read and list: a table with row-level security,
its layers, its operations and their tests. <name> is the plural, in kebab-case, such as payees.

Options:
  --singular <name>    the name of one resource, where it is not <name> without its plural ending
  --field <name>       the text field of the resource, in snake_case (default: name)
  --timestamp <ms>     the timestamp of the migration (default: now)
  -h, --help           shows this text

docs/guides/adding-a-module.md shows how to continue from there.`;

const NEXT = `Next:
  1. Change the skeleton to what you need: docs/guides/adding-a-module.md
  2. node scripts/prepare.mjs
  3. RECORD_EXAMPLES=1 npx jest --selectProjects integration --testPathPatterns api-examples
  4. npm run gen
  5. npm run check && npm test`;

/** The new files, by their template. */
const FILES = {
  'migration.ts': 'migrations/{{timestamp}}-{{items-}}.ts',
  'domain.ts': 'libs/{{items-}}/src/domain/{{item-}}.ts',
  'use-cases.ts': 'libs/{{items-}}/src/application/manage-{{items-}}.ts',
  'repository.ts': 'libs/{{items-}}/src/infrastructure/persistence/{{item-}}.repository.ts',
  'response.ts': 'libs/{{items-}}/src/infrastructure/http/{{item-}}.response.ts',
  'controller.ts': 'libs/{{items-}}/src/infrastructure/http/{{items-}}.controller.ts',
  'api.module.ts': 'libs/{{items-}}/src/{{items-}}-api.module.ts',
  'index.ts': 'libs/{{items-}}/src/index.ts',
  'domain.spec.ts': 'libs/{{items-}}/src/domain/{{item-}}.spec.ts',
  'operations.int-spec.ts': 'test/{{items-}}/{{items-}}-operations.int-spec.ts',
};

const LAST_IMPORT = /[^]*^(import .*|[}]) from '[^']+';\n/m;
const LAST_LIBRARY = /[^]*^(import .*|[}]) from '@payments\/[^']+';\n/m;
const LIST_END = (start) => new RegExp(`[^]*^const ${start}[^]*?(?=^[\\]}];)`, 'm');

/** What existing files get: a text behind what the pattern finds, which is everything up to there. */
const CHANGES = [
  ['migrations/index.ts', LAST_IMPORT, "import { {{Items}}{{timestamp}} } from './{{timestamp}}-{{items-}}.js';\n"],
  ['migrations/index.ts', /[^]*(?=^\];)/m, '{{Items}}{{timestamp}},\n'],
  ['apps/api/src/api.module.ts', LAST_LIBRARY, "import { {{Items}}ApiModule } from '@payments/{{items-}}';\n"],
  ['apps/api/src/api.module.ts', LIST_END('modules = '), '{{Items}}ApiModule,\n'],
  ['.dependency-cruiser.cjs', LIST_END('edges = '), "'{{items-}}': [],\n"],
  ['libs/auth/src/domain/scopes.ts', /[^]*?'ledger',\s/, "'{{items-}}', "],
  [
    'test/architecture/deep-suites.spec.ts',
    LIST_END('UNGUARDED'),
    "'libs/{{items-}}': 'all suites of the module are in the commit tier',\n",
  ],
  [
    'apps/portal/src/pages/reference/role-areas.table.ts',
    /[^]*(?=^} as const satisfies)/m,
    "'{{items-}}': { resources: ['{{items-}}'], writers: ['admin'] },\n",
  ],
  [
    'apps/portal/src/messages/lazy/reference.table.ts',
    /[^]*^ {2}'area.audit': .*\n/m,
    "'area.{{items-}}': '{{Items words}}',\n",
  ],
  [
    'apps/api/src/description/texts.ts',
    /[^]*(?=^ {2}\{ name: 'Webhooks')/m,
    "{ name: '{{Items words}}', description: 'The {{items words}} of the enterprise.' },\n",
  ],
  [
    'apps/api/src/description/errors.table.ts',
    LAST_LIBRARY,
    "import { {{item}}Errors } from '@payments/{{items-}}';\n",
  ],
  [
    'apps/api/src/description/errors.table.ts',
    /[^]*(?=^ {2}\{ group: 'Portal')/m,
    "{ group: '{{Items words}}', definitions: {{item}}Errors.definitions },\n",
  ],
  [
    'apps/api/src/description/examples/story.table.ts',
    /[^]*(?=^\];)/m,
    `
  { operation: 'create{{Item}}', body: { {{field}}: 'Example' } },
  { operation: 'list{{Items}}' },
  { operation: 'get{{Item}}', path: { id: '{create{{Item}}.{{item_}}.id}' } },
`,
  ],
];

const colors = process.stdout.isTTY === true && !process.env.NO_COLOR;
const paint = (style, text) => (colors ? util.styleText(style, text) : text);
const read = (path) => readFileSync(join(root, path), 'utf8');

try {
  await main();
} catch (error) {
  fail(error);
}

async function main() {
  const { values: options, positionals } = parseArguments();
  if (options.help) return console.log(HELP);
  const [kind, name, ...rest] = positionals;
  if (kind !== 'module' || name === undefined || rest.length > 0)
    throw new Error('Specify one module, such as: npm run new -- module payees. For the options, add --help.');
  const words = namesOf(name, options);
  const written = newFiles(words);
  const changed = changedFiles(words);
  // Nothing is written before everything is known to work.
  const formatted = await Promise.all([...written, ...changed].map(format));
  for (const [path, text] of formatted) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  for (const path of written.keys()) console.log(`${paint('green', 'new')}      ${path}`);
  for (const path of changed.keys()) console.log(`${paint('yellow', 'changed')}  ${path}`);
  console.log(`\n${NEXT}`);
}

function parseArguments() {
  const options = { help: { type: 'boolean', short: 'h' } };
  for (const name of ['singular', 'field', 'timestamp']) options[name] = { type: 'string' };
  try {
    return util.parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Error(`${error.message.split('. ')[0]}. For the options, add --help.`, { cause: error });
  }
}

function namesOf(name, { singular, field = 'name', timestamp }) {
  checkName(name);
  const taken = read('libs/auth/src/domain/scopes.ts').includes(`'${name}'`);
  if (taken || existsSync(join(root, 'libs', name)))
    throw new Error(`A module or resource "${name}" already exists. Choose another name.`);
  const item = singular ?? singularOf(name);
  checkName(item);
  if (item === name) throw new Error(`The singular must differ from "${name}". Set another one with --singular.`);
  checkField(field);
  const schema = `createSchema(runner, '${name.replaceAll('-', '_')}')`;
  const migrations = [...read('migrations/index.ts').matchAll(/'\.\/((\d+)-[\w-]+)\.js'/g)];
  if (migrations.some(([, path]) => read(`migrations/${path}.ts`).includes(schema)))
    throw new Error(`The database schema "${name}" already exists. Choose another name.`);
  const latest = Math.max(...migrations.map(([, , time]) => Number(time)));
  const time = timestamp ?? String(Math.max(Date.now(), latest + 1));
  if (!/^\d{13}$/.test(time) || Number(time) <= latest)
    throw new Error(`The timestamp ${time} must be in milliseconds, and later than ${latest}, the last migration.`);
  return { ...wordsOf(name, item), field, 'field words': field.replaceAll('_', ' '), timestamp: time };
}

function newFiles(words) {
  const files = Object.entries(FILES).map(([template, path]) => [
    fill(path, words),
    fill(read(`scripts/templates/module/${template}.tmpl`), words),
  ]);
  const existing = files.map(([path]) => path).filter((path) => existsSync(join(root, path)));
  if (existing.length > 0) throw new Error(`These files already exist: ${existing.join(', ')}`);
  return new Map(files);
}

function changedFiles(words) {
  const files = new Map();
  for (const [path, behind, text] of CHANGES) {
    const before = files.get(path) ?? read(path);
    const [found] = behind.exec(before) ?? [];
    if (found === undefined) throw new Error(`${path} has no place for the module. Update CHANGES in scripts/new.mjs.`);
    files.set(path, found + fill(text, words) + before.slice(found.length));
  }
  return files;
}

function fill(template, words) {
  return template.replace(/\{\{([\w -]+)\}\}/g, (_, name) => {
    if (words[name] === undefined) throw new Error(`A template names ${name}, which is not known.`);
    return words[name];
  });
}

async function format([path, text]) {
  const prettier = await import('prettier');
  const filepath = join(root, path);
  return [path, await prettier.format(text, { ...(await prettier.resolveConfig(filepath)), filepath })];
}
