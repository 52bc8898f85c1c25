import type { Disk } from './disk.js';
import type { BankEvent } from './events.js';

const LF = 0x0a;

type Line = BankEvent & { readonly commit?: true };

/** The journal cannot be read. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
}

/**
 * What the bank has done, as JSON lines that are only ever appended. Events that belong together are written together,
 * and the last of them carries `commit`; a group that a crash cut off is dropped when the journal is opened.
 */
export class Journal {
  private size = 0;

  constructor(
    private readonly disk: Disk,
    private readonly path: string,
  ) {}

  /** All events so far. @throws JournalError */
  open(): BankEvent[] {
    if (!this.disk.stat(this.path)) return [];
    const bytes = this.disk.read(this.path);
    const events: BankEvent[] = [];
    let group: BankEvent[] = [];
    let number = 0;
    for (let at = 0; ;) {
      const end = bytes.indexOf(LF, at);
      if (end < 0) break;
      const { commit, ...event } = this.parse(bytes.subarray(at, end), ++number);
      group.push(event);
      at = end + 1;
      if (!commit) continue;
      for (const each of group) events.push(each);
      group = [];
      this.size = at;
    }
    if (this.size < bytes.length) this.disk.truncate(this.path, this.size);
    return events;
  }

  /** All or none of the events are in the journal afterwards, also if the disk or the process fails. */
  append(events: readonly BankEvent[]): void {
    const lines = events.map((event, index) =>
      JSON.stringify(index === events.length - 1 ? ({ ...event, commit: true } satisfies Line) : event),
    );
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    try {
      this.disk.append(this.path, bytes);
    } catch (error) {
      this.disk.truncate(this.path, this.size);
      throw error;
    }
    this.size += bytes.length;
  }

  private parse(line: Buffer, number: number): Line {
    try {
      return JSON.parse(line.toString('utf8')) as Line;
    } catch (error) {
      throw new JournalError(`${this.path}: line ${number} is no JSON; restore the file or remove the directory`, {
        cause: error,
      });
    }
  }
}
