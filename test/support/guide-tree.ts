import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

const ROOT = join(__dirname, '../..');
const NOT_COPIED = ['.git', '.data', 'coverage', 'dist', 'node_modules'];
const NEW = 'npm run new -- ';

/** A block of a guide. The last line with nothing but a path says in which file it belongs; a command has no file. */
interface Block {
  readonly path: string;
  readonly language: 'ts' | 'diff' | 'sh';
  readonly text: string;
}

/** A copy of the sources with everything that guides and commands add to them. */
export class GuideTree {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'payments-guide-')));
  private readonly named: readonly string[];

  constructor(guides: readonly string[]) {
    for (const path of readdirSync(ROOT)) {
      if (!NOT_COPIED.includes(path)) cpSync(join(ROOT, path), join(this.root, path), { recursive: true });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(this.root, 'node_modules'));
    const blocks = guides.flatMap((guide) => blocksOf(readFileSync(join(ROOT, guide), 'utf8')));
    for (const block of blocks) this.add(block);
    this.named = namesOf(blocks);
  }

  /** The files that the guides name, and those that their commands added. */
  get paths(): readonly string[] {
    return [...new Set([...this.named, ...this.added])];
  }

  /** The files that the sources do not have. */
  get added(): readonly string[] {
    return ['apps', 'libs', 'migrations', 'test']
      .flatMap((folder) =>
        readdirSync(join(this.root, folder), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => relative(this.root, join(entry.parentPath, entry.name))),
      )
      .filter((path) => !existsSync(join(ROOT, path)));
  }

  /** Runs `npm run new` in the copy; returns its output. @throws Error when it fails */
  runNew(...args: readonly string[]): string {
    const options = { cwd: this.root, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync(process.execPath, ['scripts/new.mjs', ...args], options);
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
    if (language === 'sh') {
      this.runNew(...text.slice(NEW.length).trim().split(' '));
      return;
    }
    if (language === 'diff') return this.replace(path, linesOf(text, '-'), linesOf(text, '+'));
    const place = join(this.root, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
}

/** The files that a guide adds or changes. */
export function filesOf(guide: string): string[] {
  return namesOf(blocksOf(readFileSync(join(ROOT, guide), 'utf8')));
}

function namesOf(blocks: readonly Block[]): string[] {
  return [...new Set(blocks.filter(({ language }) => language !== 'sh').map(({ path }) => path))];
}

function blocksOf(markdown: string): Block[] {
  let path = '';
  return [...markdown.matchAll(/^`([\w./-]+)`$|^```(ts|diff|sh)\n([^]*?)^```$/gm)].flatMap(
    ([, named, language, text]) => {
      if (named !== undefined) path = named;
      if (text === undefined || (language === 'sh' && !text.startsWith(NEW))) return [];
      return [{ path, language: language as Block['language'], text }];
    },
  );
}

/** The lines on one side of a diff: the common ones, and its additions. */
function linesOf(text: string, side: '-' | '+'): string {
  const lines = text.split('\n').filter((line) => line.startsWith(' ') || line.startsWith(side));
  return lines.map((line) => `${line.slice(1)}\n`).join('');
}
