import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { AchFile } from '../ach/ach-file.js';
import { readAchFile } from '../ach/file-reader.js';
import { RefusedFile, type Problem } from '../ach/refusal.js';
import type { BankEvent, FileReceived } from '../journal/events.js';
import { Acceptance } from '../odfi/acceptance.js';
import { planOutcomes } from '../odfi/plan-outcomes.js';
import { settlementOf } from '../odfi/receipt.js';
import { dollars } from '../answers/dollars.js';
import { numbered } from './outbox.js';
import type { ReceiveMessages } from './receive-messages.js';
import type { Workplace } from './workplace.js';

/** Names under which companies write files that are not finished. */
const UNFINISHED = /^[.]|[.](part|tmp|filepart)$/i;
const LONGEST_NAME = 200;

interface Look {
  readonly size: number;
  readonly modifiedMs: number;
  readonly since: number;
}

const isXml = (bytes: Buffer) => /^(\xef\xbb\xbf)?\s*</.test(bytes.subarray(0, 100).toString('latin1'));

/** Takes the company's files and judges them. */
export class ReceiveFiles {
  private readonly seen = new Map<string, Look>();
  private readonly acceptance: Acceptance;
  private claimed: string[] = [];

  constructor(
    private readonly place: Workplace,
    private readonly options: {
      readonly stableMs: number;
      readonly isOpen: (name: string) => boolean;
      readonly messages: ReceiveMessages;
    },
  ) {
    this.acceptance = new Acceptance(place.settings, place.books.history);
  }

  /** After a start: files that were taken, and not judged before the bank stopped. */
  recover(): void {
    const { disk, paths, books } = this.place;
    this.claimed = disk.list(paths.received).filter((name) => !books.has(Number(name.slice(0, 6))));
  }

  execute(now: number): void {
    this.claim(now);
    for (const name of [...this.claimed]) {
      this.judge(name, now);
      this.claimed = this.claimed.filter((each) => each !== name);
    }
  }

  /** A rename takes a file from the company, so that a crash neither loses it nor takes it twice. */
  private claim(now: number): void {
    const { disk, paths } = this.place;
    const names = disk.list(paths.inbound).filter((name) => !UNFINISHED.test(name) && !this.options.isOpen(name));
    for (const name of this.seen.keys()) if (!names.includes(name)) this.seen.delete(name);
    for (const name of names) {
      if (!this.isStable(name, now)) continue;
      const kept = `${numbered(this.nextFile())}-${name.replace(/[^ -~]/g, '_').slice(0, LONGEST_NAME)}`;
      disk.rename(join(paths.inbound, name), join(paths.received, kept));
      this.seen.delete(name);
      this.claimed.push(kept);
    }
  }

  private isStable(name: string, now: number): boolean {
    const { disk, paths } = this.place;
    const found = disk.stat(join(paths.inbound, name));
    const before = this.seen.get(name);
    if (!found) return false;
    if (before?.size === found.size && before.modifiedMs === found.modifiedMs) {
      return now - before.since >= this.options.stableMs;
    }
    this.seen.set(name, { ...found, since: now });
    return this.options.stableMs === 0;
  }

  private nextFile(): number {
    return this.place.books.received + this.claimed.length + 1;
  }

  private judge(kept: string, now: number): void {
    const { disk, paths, print } = this.place;
    const bytes = disk.read(join(paths.received, kept));
    if (isXml(bytes)) return this.options.messages.execute(kept, bytes, now);
    const file = {
      event: 'file' as const,
      file: Number(kept.slice(0, 6)),
      at: now,
      name: kept.slice(7),
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    };
    const { read, problems } = this.examine(bytes, now);
    const judged: FileReceived = {
      ...file,
      status: statusOf(problems),
      ...(read ? { header: read.header, totals: read.totals, batches: read.batches.length } : {}),
      problems,
    };
    this.place.record([judged, ...(read && problems.length === 0 ? this.accept(read, judged) : [])]);
    print(describe(judged));
  }

  private examine(bytes: Buffer, now: number): { read?: AchFile; problems: readonly Problem[] } {
    let read: AchFile | undefined;
    try {
      read = readAchFile(bytes);
      this.acceptance.check(read, { at: now, dayMs: this.place.dayMs });
      return { read, problems: [] };
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error;
      return { ...(read ? { read } : {}), problems: error.problems };
    }
  }

  private accept(read: AchFile, { file, at }: FileReceived): BankEvent[] {
    const { settings, dayMs } = this.place;
    return read.batches.flatMap(({ header, entries }) => {
      const settlement = settlementOf({ at, dayMs }, header.effectiveDate);
      return [
        { event: 'batch', file, header, settle_at: settlement.at, settle_date: settlement.date } as const,
        ...entries.map(({ line: _, ...entry }) => ({
          event: 'entry' as const,
          file,
          batch: header.number,
          ...entry,
          outcomes: planOutcomes(entry, settings, { settlement, dayMs }),
        })),
      ];
    });
  }
}

function statusOf(problems: readonly Problem[]): FileReceived['status'] {
  if (problems.length === 0) return 'accepted';
  return problems.some(({ rule }) => rule === 'duplicate_file') ? 'duplicate' : 'refused';
}

function describe({ name, status, totals, batches, problems }: FileReceived): string {
  const [first] = problems;
  if (first) {
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    return `refused ${name}: line ${first.line}: ${first.rule}: ${first.detail}${more}`;
  }
  const sums = totals ? `, ${dollars(totals.debitCents)} debit, ${dollars(totals.creditCents)} credit` : '';
  return `${status} ${name}: ${counted(batches, 'batch', 'batches')}, ${counted(totals?.records, 'record', 'records')}${sums}`;
}

const counted = (count: number | undefined, one: string, many: string): string =>
  `${count ?? 0} ${count === 1 ? one : many}`;
