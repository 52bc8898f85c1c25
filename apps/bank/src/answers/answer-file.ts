import type { Addenda, AchBatch, AchEntry, FileHeader } from '../ach/ach-file.js';
import { isCredit, returnCodeFor } from '../ach/arithmetic.js';
import { writeAchFile } from '../ach/file-writer.js';
import type { DueOutcome } from '../bank/books.js';
import { dayOfYear } from '../calendar/banking-days.js';
import { groupBy } from './group-by.js';
import { shortDate, type NewYorkTime } from '../calendar/new-york.js';

/** An outcome with the trace number of the return or change that tells it. */
export interface TracedOutcome extends DueOutcome {
  readonly trace: string;
}

export interface AnswerFileOptions {
  readonly now: NewYorkTime;
  readonly modifier: string;
  /** First 8 digits of the routing number of this bank, to which returns are sent. */
  readonly odfi: string;
}

/** Which outcomes may stand in one batch: of one company batch, one receiving bank and one date. */
export const answerBatchKey = ({ batch, entry, outcome }: DueOutcome): string =>
  JSON.stringify([batch.file.file, batch.header.number, entry.rdfi, outcome.date]);

/**
 * A file of returns, or of notifications of change, of the entries of one customer.
 * @param outcomes at least one; traces ascend
 */
export function answerFile(outcomes: readonly TracedOutcome[], options: AnswerFileOptions): Buffer {
  const batches = groupBy(outcomes, answerBatchKey).map((group, index) => answerBatch(group, index + 1, options.odfi));
  return writeAchFile(headerOf(outcomes[0]!, options), batches);
}

/** The way back: from this bank to the company. */
function headerOf({ batch }: DueOutcome, { now, modifier }: AnswerFileOptions): FileHeader {
  const sent = batch.file.header!;
  return {
    destination: sent.origin,
    origin: sent.destination,
    creationDate: shortDate(now.date),
    creationTime: now.time,
    modifier,
    destinationName: sent.originName,
    originName: sent.destinationName,
    referenceCode: '',
  };
}

function answerBatch(group: readonly TracedOutcome[], number: number, odfi: string): Omit<AchBatch, 'line'> {
  const [{ batch, entry, outcome }] = group as readonly [TracedOutcome];
  const entries = group.map((traced) => answerEntry(traced, odfi));
  return {
    header: {
      ...batch.header,
      serviceClass: serviceClassOf(entries),
      sec: outcome.kind === 'change' ? 'COR' : batch.header.sec,
      settlementDay: dayOfYear(outcome.date),
      originDfi: entry.rdfi,
      number,
    },
    entries,
  };
}

function serviceClassOf(entries: readonly AchEntry[]): string {
  if (entries.every(({ code }) => isCredit(code))) return '220';
  return entries.some(({ code }) => isCredit(code)) ? '200' : '225';
}

function answerEntry({ entry, outcome, trace }: TracedOutcome, odfi: string): AchEntry {
  const { account, identification, name, data } = entry;
  const original = { code: outcome.code, originalTrace: entry.trace, originalRdfi: entry.rdfi };
  const addenda: Addenda =
    outcome.kind === 'change'
      ? { type: '98', ...original, corrected: outcome.corrected ?? '' }
      : { type: '99', ...original, dateOfDeath: '', text: '' };
  return {
    line: 1,
    code: returnCodeFor(entry.code),
    rdfi: odfi,
    account,
    cents: outcome.kind === 'change' ? 0 : entry.cents,
    identification,
    name,
    data,
    trace,
    addenda: [addenda],
  };
}
