import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

type Rule = (file: SourceFile) => string[];

const root = join(__dirname, '../..');
const folders = ['apps', 'libs', 'migrations', 'scripts', 'test'];

const isSpec = ({ path }: SourceFile) => /\.([a-z0-9]+-)?spec\.ts$/.test(path);
const isSource = (file: SourceFile) => /^(apps|libs)\/.*\.ts$/.test(file.path) && !isSpec(file);
const isTable = ({ path }: SourceFile) => /\.(table|generated)\.ts$/.test(path);
const lines = ({ text }: SourceFile) => text.trimEnd().split('\n').length;
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([match]) => match.trim());

const tooLong: Rule = (file) => (isSource(file) && !isTable(file) && lines(file) > 400 ? [`${lines(file)} lines`] : []);

const notKebabCase: Rule = ({ path }) => (/^[a-z0-9]+([-.][a-z0-9]+)*$/.test(basename(path)) ? [] : [basename(path)]);

const forbiddenSuffix: Rule = ({ path }) =>
  found(basename(path), /\.(interface|type|constant|enum|util|helper|base|impl)s?\.ts$/g);

const responseElsewhere: Rule = (file) =>
  isSource(file) && !file.path.endsWith('.response.ts') ? found(file.text, /\bclass \w+Response\b/g) : [];

const leftUndone: Rule = ({ text }) => found(text, /\bTO[D]O\b|\bFIX[M]E\b/g);

const disabledRule: Rule = ({ path, text }) => (path.endsWith('.md') ? [] : found(text, /\boxl[i]nt-disable/g));

const focusedOrSkipped: Rule = (file) =>
  isSpec(file) ? found(file.text, /\b(it|test|describe)\.(only|skip|todo)\b|\b[fx](it|describe)\(/g) : [];

const ownTimeLimit: Rule = (file) =>
  isSpec(file) ? found(file.text, /\bjest\.setTimeout\b|^ *\}, (?:[A-Z_]+_MS|\d[\d_]+)\);$/gm) : [];

const speedOfTheMachine: Rule = ({ path, text }) => {
  const limited = /\bexpect\([^;]*?\b(?:performance\.now|process\.memoryUsage)\(\)[^;]*?\)\.toBeLessThan/g;
  return path.endsWith('.ts') ? [...found(text, limited), ...found(text, /\bload[a]vg\b/g)] : [];
};

const importWithoutExtension: Rule = ({ path, text }) =>
  path.endsWith('.ts') ? found(text, /\b(from|import)\s*\(?\s*'\.{1,2}\/[^']*(?<!\.(js|cjs|mjs|json))'/g) : [];

const machinePath: Rule = ({ text }) => found(text, /(?<![\w.$}-])\/(work|tmp|root|home)\/[\w.-]*/g);

const specNameIsNoSentence: Rule = (file) =>
  isSpec(file)
    ? [...file.text.matchAll(/\b(?:it|test)(?:\.each\(.*?\))?\(\s*(['"`])((?:(?!\1).)*)\1/g)]
        .map(([, , name = '']) => name)
        .filter((name) => !name.trim().includes(' '))
    : [];

const rules: Record<string, Rule> = {
  'a source file has at most 400 lines, tables of data aside': tooLong,
  'file names are kebab-case': notKebabCase,
  'no file name says what the language says already': forbiddenSuffix,
  'response classes are in *.response.ts': responseElsewhere,
  'nothing is left for later in a comment': leftUndone,
  'no file disables a rule': disabledRule,
  'no spec is focused or skipped': focusedOrSkipped,
  'no test sets its own time limit': ownTimeLimit,
  'no test depends on the speed of the machine': speedOfTheMachine,
  'relative imports end in .js': importWithoutExtension,
  'no path of one machine': machinePath,
  'spec names are sentences': specNameIsNoSentence,
};

/** The small source files, and how many there may be: 15 % of all, modules and index.ts aside. */
function crumbs(files: readonly SourceFile[]): { small: string[]; allowed: number } {
  const counted = files.filter((file) => isSource(file) && !/(\.module|\/index)\.ts$/.test(file.path));
  const small = counted.filter((file) => lines(file) <= 20).map(({ path }) => path);
  return { small, allowed: Math.floor(counted.length * 0.15) };
}

const withoutIndex = (libraries: readonly string[], exists: (path: string) => boolean) =>
  libraries.filter((name) => !exists(`libs/${name}/src/index.ts`));

function readTree(): SourceFile[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => `${folder}/${name}`)
        .filter((path) => /\.(ts|mjs|cjs)$/.test(path) && !/(^|\/)(node_modules|dist)\//.test(path)),
    )
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

const file = (path: string, text = '') => ({ path, text });
const spec = (text: string) => file('libs/ledger/src/domain/journal.spec.ts', text);
const source = (text: string) => file('libs/ledger/src/domain/journal.ts', text);
// Put together here, or this file would break its own rules.
const pieces = (...parts: string[]) => parts.join('');

describe('the tidy rules, on planted examples', () => {
  it.each<[string, Rule, SourceFile]>([
    ['401 lines', tooLong, source('x\n'.repeat(401))],
    ['a name in camel case', notKebabCase, file('libs/ledger/src/journalEntry.ts')],
    ['a name in snake case', notKebabCase, file('libs/ledger/src/journal_entry.ts')],
    ['a forbidden suffix', forbiddenSuffix, file('libs/ledger/src/journal.interface.ts')],
    ['a forbidden suffix in the plural', forbiddenSuffix, file('libs/ledger/src/journal.types.ts')],
    ['a response class beside a DTO', responseElsewhere, file('libs/ledger/src/a.dto.ts', 'class AResponse {}')],
    ['a note for later', leftUndone, source(pieces('// TO', 'DO: round'))],
    ['a focused test', focusedOrSkipped, spec(pieces('it.on', "ly('a b', () => {});"))],
    ['a skipped suite', focusedOrSkipped, spec(pieces('xdes', "cribe('a b', () => {});"))],
    ['a test with a time limit', ownTimeLimit, spec("it('balances at last', async () => {\n}, 60_000);")],
    ['a suite with a time limit', ownTimeLimit, spec(pieces('jest.setTime', 'out(30_000);'))],
    ['a limit that grows with the load', speedOfTheMachine, spec(pieces('const [load] = load', 'avg();'))],
    ['a limit of time', speedOfTheMachine, spec(pieces('expect(perf', 'ormance.now() - start).toBeLessThan(5);'))],
    [
      'a limit of memory',
      speedOfTheMachine,
      spec(pieces('expect(pro', 'cess.memoryUsage().rss).toBeLessThanOrEqual(5);')),
    ],
    [
      'a relative import without an extension',
      importWithoutExtension,
      source(pieces('import a from ', "'./posting';")),
    ],
    ['a relative import that ends in .ts', importWithoutExtension, source(pieces('export * from ', "'./posting.ts';"))],
    ['a path of one machine', machinePath, source(pieces("const a = '/wo", "rk/data';"))],
    ['a spec named by one word', specNameIsNoSentence, spec(pieces('it', "('balances', () => {});"))],
    ['a table of cases named by one word', specNameIsNoSentence, spec(pieces('it', ".each([1])('%s', () => {});"))],
  ])('they find %s', (_, rule, planted) => {
    expect(rule(planted)).toHaveLength(1);
  });

  it('they find a tree of crumbs', () => {
    const files = Array.from({ length: 10 }, (_, i) => file(`libs/ledger/src/domain/a${i}.ts`, 'x\n'.repeat(10 * i)));
    expect(crumbs(files)).toEqual({ small: [0, 1, 2].map((i) => `libs/ledger/src/domain/a${i}.ts`), allowed: 1 });
  });

  it('they find a library without an index.ts', () => {
    expect(withoutIndex(['ledger', 'auth'], (path) => path === 'libs/auth/src/index.ts')).toEqual(['ledger']);
  });
});

describe('the tidy rules, on lawful examples', () => {
  it.each<[string, Rule, SourceFile]>([
    ['a long table of data', tooLong, file('libs/http/src/codes.table.ts', 'x\n'.repeat(500))],
    ['a name with a role', notKebabCase, file('libs/ledger/src/infrastructure/journal-entry.schema.ts')],
    ['a response class', responseElsewhere, file('libs/ledger/src/a.response.ts', 'class AResponse {}')],
    ['an import with its extension', importWithoutExtension, source("import { a } from '../posting.js';")],
    ['a route that ends like a folder', machinePath, source("const path = '/sandbox/tmp/';")],
    ['a rate', speedOfTheMachine, spec('expect(count).toBeLessThan(performance.now() - start);')],
    ['a spec named by a sentence', specNameIsNoSentence, spec("it('the books balance', () => {});")],
  ])('they pass %s', (_, rule, fine) => {
    expect(rule(fine)).toEqual([]);
  });
});

describe('the tree is tidy', () => {
  const tree = readTree();

  it.each(Object.entries(rules))('it holds that %s', (_, rule) => {
    const findings = tree.flatMap((each) => rule(each).map((finding) => `${each.path}: ${finding}`));
    expect(findings).toEqual([]);
  });

  it('at most 15 % of the source files have 20 lines or fewer', () => {
    const { small, allowed } = crumbs(tree);
    expect(small.slice(allowed)).toEqual([]);
  });

  it('every library has an index.ts', () => {
    expect(withoutIndex(readdirSync(join(root, 'libs')), (path) => existsSync(join(root, path)))).toEqual([]);
  });
});
