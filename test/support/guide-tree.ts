import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');
const COPIED = [
  '.dependency-cruiser.cjs',
  'apps',
  'docs/reference/openapi.generated.json',
  'jest.config.cjs',
  'libs',
  'migrations',
].concat(...['package.json', 'test/support', 'tsconfig.json']);

/** A block of a guide. The last line with nothing but a path says in which file it belongs. */
interface Block {
  readonly path: string;
  readonly language: 'ts' | 'diff';
  readonly text: string;
}

/** A copy of the sources with everything that guides add to them. */
export class GuideTree {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'payments-guide-')));
  /** Of the files that they add or change. */
  readonly paths: readonly string[];

  constructor(guides: readonly string[]) {
    for (const path of COPIED) cpSync(join(ROOT, path), join(this.root, path), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(this.root, 'node_modules'));
    const blocks = guides.flatMap((guide) => blocksOf(readFileSync(join(ROOT, guide), 'utf8')));
    for (const block of blocks) this.add(block);
    this.paths = [...new Set(blocks.map(({ path }) => path))];
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  /** Replaces a text in a file. @throws Error unless the file has it once */
  replace(path: string, old: string, fresh: string): void {
    const place = join(this.root, path);
    const parts = readFileSync(place, 'utf8').split(old);
    if (parts.length !== 2) throw new Error(`${path} has this ${parts.length - 1} times instead of once:\n${old}`);
    writeFileSync(place, parts.join(fresh));
  }

  private add({ path, language, text }: Block): void {
    if (language === 'diff') return this.replace(path, linesOf(text, '-'), linesOf(text, '+'));
    const place = join(this.root, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
}

/** The files that a guide adds or changes. */
export function filesOf(guide: string): string[] {
  return [...new Set(blocksOf(readFileSync(join(ROOT, guide), 'utf8')).map(({ path }) => path))];
}

function blocksOf(markdown: string): Block[] {
  let path = '';
  return [...markdown.matchAll(/^`([\w./-]+)`$|^```(ts|diff)\n([^]*?)^```$/gm)].flatMap(([, named, language, text]) => {
    if (named !== undefined) path = named;
    return text === undefined ? [] : [{ path, language: language as Block['language'], text }];
  });
}

/** The lines that stand on one side of a difference: those that both have, and its own. */
function linesOf(text: string, side: '-' | '+'): string {
  const lines = text.split('\n').filter((line) => line.startsWith(' ') || line.startsWith(side));
  return lines.map((line) => `${line.slice(1)}\n`).join('');
}
