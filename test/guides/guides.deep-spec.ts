import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@payments/config';
import { migrate } from '@payments/messaging';
import type { MigrationClass } from '@payments/persistence';
import { createTestDatabase } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { filesOf, GuideTree } from '../support/guide-tree.js';
import { guards } from '../support/guards.js';

guards(
  'docs/guides',
  'scripts/new.mjs',
  'scripts/templates',
  'apps/api/src',
  'libs/accounts/src',
  'libs/customers/src',
  'libs/http/src',
  '.dependency-cruiser.cjs',
  'tsconfig.json',
);

const GUIDES = ['adding-a-module', 'adding-a-verification-provider', 'adding-a-field'].map(
  (name) => `docs/guides/${name}.md`,
);
const JEST = `
  const { projects, testTimeout } = require('./jest.config.cjs');
  const { globalSetup, globalTeardown, ...project } = projects[1];
  const modules = ['notes', 'payees'].flatMap((name) => ['**/libs/' + name + '/**/*.spec.ts', '**/test/' + name + '/*-spec.ts']);
  const testMatch = ['**/test/*-spec.ts', ...modules, '**/acme*.spec.ts', '**/test/architecture/!(worst-input|published-artifacts).spec.ts', '**/libs/{config,transfers}/**/*.spec.ts', '**/account-verifier*.spec.ts'];
  module.exports = { ...project, testMatch, testTimeout };`;
// What `npm run gen` writes, and the suites of the guides compare responses with. The example is recorded later.
const OF_THE_DESCRIPTION = `
  import { writeFileSync } from 'node:fs';
  import { describeApi } from '../apps/api/src/describe-api.js';
  import { responses } from '../apps/api/src/description/examples/responses.table.js';

  it('the description knows the new operations, their errors, the event and the field', async () => {
    const example = { note: { id: '019c15a0-0000-7000-8000-0000000000aa', created_at: '2026-01-31T17:04:05.123Z' } };
    Object.assign(responses, { createNote: example, getNote: example, createPayee: { payee: example.note } });
    const document = await describeApi();
    writeFileSync('docs/reference/openapi.generated.json', JSON.stringify(document));
    const { paths, webhooks, components } = document;
    expect(paths['/deliver/notes'].post.operationId).toBe('createNote');
    expect(Object.keys(webhooks)).toContain('note_created');
    expect(JSON.stringify(components.schemas)).toContain('duplicate_note_reference_id');
    const sent = { properties: { purpose: { anyOf: [{ type: 'string', maxLength: 80 }, { type: 'null' }] } } };
    const shown = { properties: { purpose: { type: 'string' } } };
    expect(components.schemas).toMatchObject({
      ...{ CreateTransferRequestWithSource: sent, CreateTransferRequestWithDestination: sent },
      ...{ Transfer: shown, TransferInEvent: shown },
    });
  });`;

describe('the guides to adding a module, a verification provider and a field', () => {
  let tree: GuideTree;
  let database: TestDatabase;
  let template: string;
  let compiled: Promise<string>;
  let cruised: Promise<string>;
  let linted: Promise<string>;
  let tested: Promise<string>;

  beforeAll(async () => {
    tree = new GuideTree(GUIDES);
    // An unchanged skeleton, beside the one of the guide.
    tree.runNew('module', 'payees');
    database = await createTestDatabase();
    const url = new URL(database.adminUrl);
    template = `${url.pathname.slice(1)}_guide`;
    url.pathname = template;
    await database.query(`CREATE DATABASE ${template} TEMPLATE template_payments STRATEGY FILE_COPY`);
    const { migrations } = (await import(join(tree.root, 'migrations/index.ts'))) as {
      readonly migrations: readonly MigrationClass[];
    };
    const config = loadConfig({ ...database.environment, DATABASE_URL: url.toString() });
    expect((await migrate({ config, migrations })).applied).toHaveLength(3);
    // The databases of its tests are copies of this one.
    tree.replace('libs/testing/src/postgres.ts', `'template_payments'`, `'${template}'`);
    const files = tree.paths.filter((path) => path.endsWith('.ts'));
    const tsconfig = { extends: './tsconfig.json', compilerOptions: { noEmit: true }, include: [], files };
    writeFileSync(join(tree.root, 'tsconfig.guide.json'), JSON.stringify(tsconfig));
    writeFileSync(join(tree.root, 'jest.guide.cjs'), JEST);
    writeFileSync(join(tree.root, 'test/described.int-spec.ts'), OF_THE_DESCRIPTION);
    compiled = run('typescript/bin/tsc', ['-p', 'tsconfig.guide.json']);
    const sources = files.filter((path) => !path.includes('generated'));
    linted = run('prettier/bin/prettier.cjs', ['--check', ...sources])
      .then(async (said) => said || run('eslint/bin/eslint.js', ['--max-warnings', '0', ...sources]))
      .then(async (said) => said || run('oxlint/bin/oxlint', sources));
    cruised = run('dependency-cruiser/bin/dependency-cruise.mjs', ['libs', 'apps/api', 'migrations']);
    const jest = (...args: string[]) => run('jest/bin/jest.js', ['--config', 'jest.guide.cjs', '-i', ...args]);
    const described = jest('test/described');
    tested = described.then(async (said) => said || jest('--testPathIgnorePatterns', 'test/described'));
  });

  afterAll(async () => {
    await Promise.all([compiled, cruised, linted, tested]);
    await database.query(`DROP DATABASE ${template} WITH (FORCE)`);
    await database.drop();
    tree.remove();
  });

  it('need six files for a field', () => {
    const [guide] = GUIDES.filter((path) => path.endsWith('adding-a-field.md')).map((path) => filesOf(path));
    expect(guide!.filter((path) => !path.startsWith('test/'))).toHaveLength(6);
  });

  it('need eight files for a module, specs apart', () => {
    const added = tree.added.filter((path) => path.includes('note') && !path.endsWith('spec.ts'));
    expect(added).toHaveLength(8);
  });

  it.each([
    ['ledger', /already exists/],
    ['persons', /already exists/],
    ['notes', /already exists/],
    ['Payments', /kebab-case/],
    ['returns', /"return" is reserved/],
    ['sheep', /--singular/],
  ])('show that the command refuses the name %s and writes nothing', (name, reason) => {
    const before = tree.added;
    expect(() => tree.runNew('module', name)).toThrow(reason);
    expect(tree.added).toEqual(before);
  });

  it('compile as strictly as all else', async () => expect(await compiled).toBe(''));

  it('are formatted and pass the linter', async () => expect(await linted).toBe(''));

  it('keep the rules of dependencies', async () => expect(await cruised).toBe(''));

  it('have tests that pass, on tables of theirs', async () => expect(await tested).toBe(''));

  /** Runs a program of the tool chain in the tree; returns its output if it failed. */
  function run(program: string, args: readonly string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const script = join(__dirname, '../../node_modules', program);
      const child = spawn(process.execPath, [script, ...args], { cwd: tree.root });
      let said = '';
      for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (chunk: Buffer) => (said += chunk.toString()));
      child.on('error', reject);
      child.on('close', (code) => resolve(code === 0 ? '' : said));
    });
  }
});
