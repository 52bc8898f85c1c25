import { join } from 'node:path';
import { fedachReport, reportLines, type Acknowledged } from '../answers/acknowledgment.js';
import { statusReport } from '../answers/status-report.js';
import { newYorkTime } from '../calendar/new-york.js';
import type { FileReceived } from '../journal/events.js';
import type { Draft, Outbox } from './outbox.js';
import { numbered } from './outbox.js';
import type { Workplace } from './workplace.js';

/** Long enough that returns come before. */
const DAYS_LATE = 3;

/** Acknowledges each received file once, in the kind of the settings. */
export class AcknowledgeFiles {
  constructor(
    private readonly place: Workplace,
    private readonly outbox: Outbox,
  ) {}

  execute(now: number): void {
    if (this.place.settings.acknowledgment === 'none') return;
    for (const file of [...this.place.books.unacknowledged]) this.outbox.commit(now, [], [this.draftOf(file, now)]);
  }

  private draftOf(file: FileReceived, now: number): Draft {
    const isLate = this.place.faults.strikes('out_of_order', this.outbox.nextNumber);
    const common = {
      kind: 'acknowledgment' as const,
      deliver_at: now + (isLate ? this.place.dayMs * DAYS_LATE : 0),
      faults: isLate ? (['out_of_order'] as const) : [],
      file: file.file,
    };
    const { acknowledgment } = this.place.settings;
    if (acknowledgment === 'moved') return { ...common, ...this.movedFile(file) };
    const isXml = acknowledgment === 'pain.002';
    return {
      ...common,
      directory: 'outbound',
      nameOf: (number) => `acknowledgment-${number}.${isXml ? 'xml' : 'txt'}`,
      content: Buffer.from(isXml ? this.xmlOf(file, now) : this.textOf(file, now), 'latin1'),
    };
  }

  private xmlOf(file: FileReceived, now: number): string {
    return statusReport(this.acknowledged(file), { number: numbered(this.outbox.nextNumber), now: newYorkTime(now) });
  }

  private textOf(file: FileReceived, now: number): string {
    const acknowledged = this.acknowledged(file);
    return this.place.settings.acknowledgment === 'fedach'
      ? fedachReport(acknowledged, newYorkTime(now))
      : reportLines(acknowledged);
  }

  private acknowledged(file: FileReceived): Acknowledged {
    const entries = this.place.books.batches.filter((batch) => batch.file === file).flatMap((batch) => batch.entries);
    const refused = entries.flatMap((entry) =>
      entry.outcomes.filter(({ kind }) => kind === 'refuse').map(({ code }) => ({ entry, code })),
    );
    return { file, entries: entries.length, refused };
  }

  /** The file itself, under its name. A duplicate gets another name: the first one was accepted under this one. */
  private movedFile({ file, name, status }: FileReceived): Pick<Draft, 'directory' | 'nameOf' | 'content'> {
    const { disk, paths } = this.place;
    return {
      directory: status === 'accepted' ? 'processed' : 'failed',
      nameOf: (number) => (status === 'duplicate' ? `${name}.duplicate-${number}` : name),
      content: disk.read(join(paths.received, `${numbered(file)}-${name}`)),
    };
  }
}
