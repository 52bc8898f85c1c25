import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

interface Suite {
  readonly path: string;
  readonly guards: readonly string[];
}

const { deepSuites, guarding, guardsOf } = jest.requireActual<{
  deepSuites(): Suite[];
  guarding(suites: readonly Suite[], changed: readonly string[]): Suite[];
  guardsOf(text: string): string[];
}>('../../scripts/deep-suites.mjs');

const root = join(__dirname, '../..');
const foldersOf = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}/${name}`);

/** Folders that no deep suite guards, and why none needs to. */
const UNGUARDED: Readonly<Record<string, string>> = {
  docker: 'nothing starts the images here; test/architecture/docker.spec.ts reads them',
  'libs/testing': 'only tests use it',
};

/** Those of the folders that neither a guard nor the table names. */
const leftOut = (folders: readonly string[], suites: readonly Suite[]) =>
  folders.filter(
    (folder) =>
      UNGUARDED[folder] === undefined &&
      !suites.some(({ guards }) => guards.some((guard) => guard === folder || guard.startsWith(`${folder}/`))),
  );

describe('the suites of the deep tier', () => {
  const suites = deepSuites();

  it('each begin with what they guard', () => {
    expect(suites.length).toBeGreaterThan(0);
    expect(suites.filter(({ guards }) => guards.length === 0).map(({ path }) => path)).toEqual([]);
  });

  it('guard only what there is', () => {
    const missing = suites.flatMap(({ path, guards }) =>
      guards.filter((guard) => !existsSync(join(root, guard))).map((guard) => `${path}: ${guard}`),
    );
    expect(missing).toEqual([]);
  });

  it('guard every part of the service, or the table says why not', () => {
    const folders = [...foldersOf('libs'), ...foldersOf('apps'), 'deploy', 'docker', 'scripts'];
    expect(leftOut(folders, suites)).toEqual([]);
    expect(leftOut(Object.keys(UNGUARDED), []).concat(leftOut(['libs/new'], suites))).toEqual(['libs/new']);
    expect(Object.keys(UNGUARDED).filter((folder) => !folders.includes(folder))).toEqual([]);
  });
});

describe('the suites that a change chooses', () => {
  const ledger = { path: 'test/ledger/a.deep-spec.ts', guards: ['libs/ledger/src', 'tsconfig.json'] };
  const rails = { path: 'test/rails/a.deep-spec.ts', guards: ['libs/rails/src'] };

  it.each([
    ['a file below a guard', 'libs/ledger/src/domain/journal.ts', [ledger]],
    ['a file that is a guard', 'tsconfig.json', [ledger]],
    ['a folder whose name begins like a guard', 'libs/ledger/src2/journal.ts', []],
    ['a spec below a guard', 'libs/ledger/src/domain/journal.spec.ts', []],
    ['a deep suite itself', rails.path, [rails]],
  ])('for %s are those that guard it', (_, changed, chosen) => {
    expect(guarding([ledger, rails], [changed])).toEqual(chosen);
  });

  it('name their guards on one line or on several', () => {
    expect(guardsOf("import a from 'b';\n\nguards('libs/ledger/src');\n")).toEqual(['libs/ledger/src']);
    expect(guardsOf("guards(\n  'libs/ledger/src',\n  'tsconfig.json',\n);\n")).toEqual(ledger.guards);
    expect(guardsOf("import { guards } from './guards.js';\n")).toEqual([]);
  });
});
