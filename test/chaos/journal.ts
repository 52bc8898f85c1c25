import { open, readFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

/**
 * A file of JSON lines that are on the disk before anybody relies on them: `append` resolves after the fsync of its
 * line. Lines that come while one fsync is under way share the next.
 */
export class Journal<Line extends object> {
  private waiting: string[] = [];
  private writing: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;

  private constructor(private readonly file: FileHandle) {}

  static async create<Line extends object>(path: string): Promise<Journal<Line>> {
    return new Journal<Line>(await open(path, 'w'));
  }

  append(line: Line): Promise<void> {
    this.waiting.push(`${JSON.stringify(line)}\n`);
    this.next ??= this.writing.then(() => this.write());
    return this.next;
  }

  async close(): Promise<void> {
    await (this.next ?? this.writing);
    await this.file.close();
  }

  private async write(): Promise<void> {
    const text = this.waiting.join('');
    this.waiting = [];
    this.next = undefined;
    this.writing = this.file.writeFile(text).then(() => this.file.datasync());
    await this.writing;
  }
}

/** All lines of a journal, in the order in which they were written. */
export async function readJournal<Line extends object>(path: string): Promise<Line[]> {
  const text = await readFile(path, 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}
