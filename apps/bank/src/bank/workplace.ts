import { join } from 'node:path';
import { type Faults } from '../faults/faults.js';
import type { Disk } from '../journal/disk.js';
import type { BankEvent } from '../journal/events.js';
import { Journal } from '../journal/journal.js';
import type { BankSettings } from '../settings/bank-settings.js';
import { Books } from './books.js';

/** The directories that the company sees. */
export const DIRECTORIES = ['inbound', 'outbound', 'processed', 'failed', 'archive'] as const;
const PRIVATE = '.bank';

interface WorkplaceOptions {
  readonly root: string;
  readonly disk: Disk;
  readonly settings: BankSettings;
  readonly faults: Faults;
  readonly dayMs: number;
  readonly print: (line: string) => void;
}

/** What all parts of the bank share: its directories, journal, books, settings and faults. */
export class Workplace {
  readonly disk: Disk;
  readonly settings: BankSettings;
  readonly faults: Faults;
  /** How long a banking day lasts. */
  readonly dayMs: number;
  readonly print: (line: string) => void;
  readonly books = new Books();
  readonly paths;
  private readonly journal: Journal;

  constructor({ root, disk, settings, faults, dayMs, print }: WorkplaceOptions) {
    this.disk = disk;
    this.settings = settings;
    this.faults = faults;
    this.dayMs = dayMs;
    this.print = print;
    this.paths = {
      root,
      inbound: join(root, 'inbound'),
      private: join(root, PRIVATE),
      received: join(root, PRIVATE, 'received'),
      outgoing: join(root, PRIVATE, 'outgoing'),
    };
    this.journal = new Journal(disk, join(this.paths.private, 'journal.jsonl'));
  }

  /** @throws JournalError */
  open(now: number): void {
    for (const directory of DIRECTORIES) this.disk.makeDirectory(join(this.paths.root, directory));
    for (const path of [this.paths.received, this.paths.outgoing]) this.disk.makeDirectory(path);
    for (const event of this.journal.open()) this.books.apply(event);
    for (const { faults } of this.books.outputs.values()) for (const fault of faults) this.faults.count(fault);
    if (!this.books.opened) this.record([{ event: 'opened', at: now }]);
  }

  /** Writes events that belong together to the journal, then changes the books. */
  record(events: readonly BankEvent[]): void {
    this.journal.append(events);
    for (const event of events) this.books.apply(event);
  }
}
