import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import typescript from 'typescript-eslint';

const root = join(__dirname, '../..');

/** A violation of each rule that needs types. Everything of these is declared at the top of the file. */
const VIOLATIONS: Readonly<Record<string, string>> = {
  'await-thenable': 'export const a = async () => await 1;',
  'no-array-delete': 'delete list[0];',
  'no-base-to-string': 'export const b = `${{}}`;',
  'no-duplicate-type-constituents': 'export type C = string | string;',
  'no-floating-promises': 'later();',
  'no-for-in-array': 'for (const at in list) text(at);',
  'no-implied-eval': "setTimeout('list');",
  'no-misused-promises': 'if (later()) text();',
  'no-redundant-type-constituents': 'export type D = unknown | string;',
  'no-unnecessary-type-assertion': 'export const e = word as string;',
  'no-unsafe-argument': 'text(anything);',
  'no-unsafe-assignment': 'export const f: string = anything;',
  'no-unsafe-call': 'anything();',
  'no-unsafe-enum-comparison': 'export const g = color === 0;',
  'no-unsafe-member-access': 'void anything.member;',
  'no-unsafe-return': 'export const h = () => anything;',
  'no-unsafe-unary-minus': 'export const i = -word;',
  'only-throw-error': 'export const j = () => { throw word; };',
  'prefer-promise-reject-errors': 'export const k = () => Promise.reject(word);',
  'require-await': 'export const l = async () => 1;',
  'restrict-plus-operands': 'export const m = list + word;',
  'restrict-template-expressions': 'export const n = `${list}`;',
  'switch-exhaustiveness-check': 'switch (color) { case Color.Red: text(); }',
  'unbound-method': 'export const o = thing.method;',
};
const DECLARATIONS = `
declare const list: number[];
declare const word: string;
declare const anything: any;
declare const later: () => Promise<boolean>;
declare const text: (text?: string) => void;
declare class Thing { method(): void }
declare const thing: Thing;
enum Color { Red, Blue }
declare const color: Color;
`;

interface TypedRule {
  readonly meta: { readonly docs?: { readonly requiresTypeChecking?: boolean } };
}

/** What oxlint reports of a file outside of the tests, by its rules as they stand. */
async function reported(source: string): Promise<{ readonly code: string; readonly line: number }[]> {
  const folder = mkdtempSync(join(tmpdir(), 'type-rules-'));
  try {
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { strict: true, target: 'ES2023', types: [] }, include: ['*.ts'] }),
    );
    writeFileSync(join(folder, 'violations.ts'), source);
    const args = ['--format', 'json', '--config', join(root, '.oxlintrc.json'), folder];
    const output = await new Promise<string>((resolve) =>
      execFile(join(root, 'node_modules/.bin/oxlint'), args, { cwd: root }, (_, stdout) => resolve(stdout)),
    );
    const { diagnostics } = JSON.parse(output) as {
      diagnostics: { code: string; labels: { span: { line: number } }[] }[];
    };
    return diagnostics.map(({ code, labels }) => ({ code, line: labels[0]!.span.line }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the rules that need types', () => {
  it('are those of typescript-eslint, of which eslint checks none', () => {
    const { rules } = typescript.plugin as unknown as { rules: Record<string, TypedRule> };
    const recommended = typescript.configs.recommendedTypeChecked.flatMap((config) =>
      Object.entries(config.rules ?? {}),
    );
    const typed = recommended
      .filter(([, level]) => level !== 'off')
      .map(([name]) => name.replace('@typescript-eslint/', ''))
      .filter((name) => rules[name]?.meta.docs?.requiresTypeChecking === true);
    expect([...typed, 'switch-exhaustiveness-check'].sort()).toEqual(Object.keys(VIOLATIONS).sort());
  });

  it('find each violation where it stands', async () => {
    const found = await reported(`${DECLARATIONS}${Object.values(VIOLATIONS).join('\n')}\n`);
    const first = DECLARATIONS.split('\n').length;
    const expected = Object.keys(VIOLATIONS).map((name, at) => ({ code: `typescript(${name})`, line: first + at }));
    expect(found).toEqual(expect.arrayContaining(expected));
  });
});
