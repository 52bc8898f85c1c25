import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApi } from '@payments/http';
import { HandlesTasks } from '@payments/messaging';
import type { ContextRegistration } from '@payments/persistence';
import { invariantsOf, platform } from '@payments/runtime';
import { contexts as ofTheApi } from '../../apps/api/src/api.module.js';
import { contexts as ofTheCli } from '../../apps/cli/src/cli.module.js';
import { contexts as ofTheWorker } from '../../apps/worker/src/worker.module.js';

const libs = join(__dirname, '../../libs');
const document = JSON.parse(
  readFileSync(join(__dirname, '../../docs/reference/openapi.generated.json'), 'utf8'),
) as OpenApi;
const KINDS = ['metrics', 'sealed-columns', 'invariants', 'retention'];
const isContext = (library: string) => existsSync(join(libs, library, 'src/domain'));
const libraries = readdirSync(libs);
const filesOf = (library: string) =>
  readdirSync(join(libs, library, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/spec[.]ts$/.test(name))
    .map((name) => ({ library, path: join(libs, library, 'src', name) }));
const tables = libraries
  .flatMap(filesOf)
  .filter(({ path }) => KINDS.some((kind) => path.endsWith(`/${kind}.table.ts`)))
  .map(({ library, path }) => ({ library, path, file: path.slice(libs.length + 1) }));

/** The entries of all kinds: metrics, tables, invariants, rules, and what owns entries of the ledger. */
const entriesOf = ({ metrics = {}, ...kinds }: ContextRegistration): object[] => {
  const { sealedTables = [], wrappedTables = [], invariants = [], retention = [], entryOwners = [] } = kinds;
  return [...Object.values(metrics), ...sealedTables, ...wrappedTables, ...invariants, ...retention, ...entryOwners];
};
const all = [platform, ...ofTheWorker];

describe('the contexts that a process registers', () => {
  it.each([
    ['api', ofTheApi],
    ['cli', ofTheCli],
  ])('are the same in the %s as in the worker', (_, contexts) => {
    expect(contexts).toEqual(ofTheWorker);
  });

  it('include every context that has something to register', () => {
    const registering = [...new Set(tables.map(({ library }) => library))].filter(isContext);
    expect(ofTheWorker.map(({ name }) => name).sort()).toEqual(registering);
  });
});

describe('a registration', () => {
  it.each(tables)('has every entry of $file', async ({ library, path }) => {
    const exported = Object.values((await import(path)) as Record<string, unknown>);
    const listed = exported.flatMap((value) => (typeof value === 'object' ? Object.values(value!) : [])) as object[];
    const registered = all
      .filter(({ name }) => name === (isContext(library) ? library : 'platform'))
      .flatMap(entriesOf);
    expect(listed.length).toBeGreaterThan(0);
    expect(listed.filter((entry) => !registered.includes(entry))).toEqual([]);
  });

  it('has the queue of every handler, and no other', async () => {
    const handlers = libraries.flatMap(filesOf).filter(({ path }) => /[.]handlers?[.]ts$/.test(path));
    const exported = await Promise.all(handlers.map(({ path }) => import(path) as Promise<Record<string, unknown>>));
    const handled = exported.flatMap((each) =>
      Object.values(each).flatMap((type) => {
        if (typeof type !== 'function') return [];
        const options = Reflect.getMetadata(HandlesTasks.KEY, type) as { readonly queue: string } | undefined;
        return options === undefined ? [] : [options.queue];
      }),
    );
    expect(handled.length).toBeGreaterThan(15);
    expect(all.flatMap(({ queues = [] }) => queues).sort()).toEqual(handled.sort());
  });

  it('gives every metric, table, invariant and rule a name that no other has', () => {
    const names = all
      .flatMap(entriesOf)
      .flatMap((entry) => Object.entries(entry).find(([key]) => ['name', 'table', 'what'].includes(key))?.[1] ?? []);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('of an invariant has its line in the guide for operators, as it is checked', () => {
    const guide = readFileSync(join(__dirname, '../../docs/operate/operations.md'), 'utf8');
    const [section] = guide.split('## Invariants\n')[1]!.split('\n## ');
    const lines = [...section!.matchAll(/^\| `([\w-]+)` +\| (.+?) +\|$/gm)].map(([, name, rule]) => `${name}: ${rule}`);
    const rules = invariantsOf(ofTheWorker).map(({ name, rule }) => `${name}: ${rule}`);
    expect(lines.sort()).toEqual(rules.sort());
  });

  it.each(all)('of $name names only tables of its schema', ({ name, sealedTables = [], wrappedTables = [] }) => {
    const foreign = [...sealedTables, ...wrappedTables].filter(({ table }) => !table.startsWith(`${name}.`));
    expect(foreign).toEqual([]);
  });
});

describe('a shared library', () => {
  const metrics = ofTheWorker.flatMap((context) => Object.keys(context.metrics ?? {}));
  const migrations = join(__dirname, '../../migrations');
  const created = readdirSync(migrations)
    .map((name) => readFileSync(join(migrations, name), 'utf8'))
    .join('');
  // A context that only reads what others publish has no schema.
  const schemas = libraries
    .filter((name) => isContext(name) && created.includes(`createSchema(runner, '${name}')`))
    .join('|');
  // A schema before a dot and a table; a call is a method of a variable, and files and hosts may be named like a schema.
  const named = new RegExp(
    `\\b(?:${schemas})\\.(?!(?:js|example)\\b)[a-z_]+\\b(?!\\()|\\b(?:${metrics.join('|')})\\b`,
    'g',
  );
  const shared = libraries.filter((name) => !isContext(name) && !['client', 'testing'].includes(name));

  it.each(shared)('%s names no table and no metric of a context', (library) => {
    const found = filesOf(library).map(({ path }) => [path, readFileSync(path, 'utf8').match(named) ?? []]);
    expect(found.filter(([, names]) => names!.length > 0)).toEqual([]);
  });

  it('http names no operation, tag or schema of a context', () => {
    const { paths, tags, components } = document;
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const foreign = [
      ...operations.filter(({ tags: [tag] }) => tag !== 'Operations').map(({ operationId }) => operationId),
      ...tags!.map(({ name }) => name).filter((name) => name !== 'Operations'),
      ...Object.keys(components.schemas).filter((name) => !/Error$|^FieldErrors$|^Health/.test(name)),
    ];
    const quoted = new RegExp(`['"/](${foreign.join('|')})['"]`, 'g');
    const found = filesOf('http').map(({ path }) => [path, readFileSync(path, 'utf8').match(quoted) ?? []]);
    expect(found.filter(([, names]) => names!.length > 0)).toEqual([]);
  });
});
