import type { KeyProgress, KeyTally } from '@payments/persistence';
import { count, counted, paint } from '../terminal.js';

const EVERY_MS = { terminal: 100, file: 5_000 };

type Tally = { -readonly [Count in keyof KeyTally]: KeyTally[Count] };

/** Where progress is shown: usually standard error. */
export type ProgressStream = Pick<NodeJS.WriteStream, 'write'> & { readonly isTTY?: boolean };

/** Shows progress per table to a person: a live line on a terminal, occasional lines elsewhere. */
export class Progress implements KeyProgress {
  readonly tables = new Map<string, Tally>();
  private readonly startedAt = performance.now();
  private shownAt = 0;
  private total = 0;
  private done = 0;
  private pass = new Map<string, Tally>();

  constructor(private readonly stream?: ProgressStream) {}

  get elapsedMs(): number {
    return Math.round(performance.now() - this.startedAt);
  }

  /** Another pass over `total` rows begins. Rows found done are counted once; newly done ones are added. */
  begin(what: string, total: number): void {
    this.total = total;
    this.done = 0;
    this.pass = new Map();
    this.say(`${what}${total > 0 ? ` (${counted(total, 'row')})` : ''}`);
  }

  /** Throws in a test that interrupts the command. */
  add(table: string, { rows, changed, failed }: KeyTally): void {
    const pass = tallyOf(this.pass, table);
    const all = tallyOf(this.tables, table);
    pass.rows += rows;
    pass.failed += failed;
    all.changed += changed;
    all.rows = Math.max(all.rows, pass.rows);
    all.failed = pass.failed;
    this.done += rows;
    this.show(table, pass.rows, all);
  }

  say(line: string): void {
    this.stream?.write(`${this.stream.isTTY ? '\r\u001b[K' : ''}${this.clock()}  ${line}\n`);
  }

  end(): void {
    if (this.stream?.isTTY) this.stream.write('\r\u001b[K');
  }

  private show(table: string, rows: number, { changed, failed }: Tally): void {
    const { stream } = this;
    const now = performance.now();
    if (stream === undefined || now - this.shownAt < (stream.isTTY ? EVERY_MS.terminal : EVERY_MS.file)) return;
    this.shownAt = now;
    const percent = this.total > 0 ? `${Math.min(100, Math.floor((100 * this.done) / this.total))} %` : '';
    const trouble = failed > 0 ? paint('red', `, ${count(failed)} failed`, process.stderr) : '';
    const line = `${this.clock()}  ${percent.padStart(5)}  ${table}: ${count(rows)} seen, ${count(changed)} changed${trouble}`;
    stream.write(stream.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
  }

  private clock(): string {
    const seconds = Math.floor(this.elapsedMs / 1_000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  }
}

function tallyOf(tallies: Map<string, Tally>, table: string): Tally {
  const known = tallies.get(table);
  if (known !== undefined) return known;
  const fresh = { rows: 0, changed: 0, failed: 0 };
  tallies.set(table, fresh);
  return fresh;
}
