import { isCredit } from '../ach/arithmetic.js';
import { shortDate } from '../calendar/new-york.js';
import type { Booked, Settled } from '../journal/events.js';
import { isOffset } from '../odfi/plan-outcomes.js';
import { isRefused, type BatchInBooks } from './books.js';
import type { Workplace } from './workplace.js';

/** BAI2 type codes: the bank takes what the company pays out, and pays what the company collects. */
const SETTLED = [
  { isCredit: true, type: '466', direction: 'debit' },
  { isCredit: false, type: '166', direction: 'credit' },
] as const;

/** Books each batch on the company's account when it settles: one line for its credits, one for its debits. */
export class SettleBatches {
  constructor(private readonly place: Workplace) {}

  execute(now: number): void {
    for (const batch of [...this.place.books.unsettledBatches]) {
      if (batch.settleAt > now) continue;
      const settled: Settled = { event: 'settled', at: now, file: batch.file.file, batch: batch.header.number };
      this.place.record([settled, ...this.linesOf(batch, now)]);
      this.place.print(`settled batch ${batch.header.number} of ${batch.file.name} on ${batch.settleDate}`);
    }
  }

  private linesOf(batch: BatchInBooks, now: number): Booked[] {
    const { books, settings } = this.place;
    const entries = batch.entries.filter((entry) => !isRefused(entry) && !isOffset(entry, settings));
    return SETTLED.map(({ isCredit: credits, type, direction }) => ({
      type,
      direction,
      cents: entries.filter(({ code }) => isCredit(code) === credits).reduce((total, { cents }) => total + cents, 0),
    }))
      .filter(({ cents }) => cents > 0)
      .map((line, index) => ({
        event: 'booked' as const,
        line: books.lines.length + index + 1,
        at: now,
        date: batch.settleDate,
        ...line,
        file: batch.file.file,
        batch: batch.header.number,
        reference: batchReference(batch),
        text: lineText(batch, batch.settleDate),
      }));
  }
}

/** The customer's reference of a line: creation date and modifier of the file, and the batch. */
export function batchReference({ file, header }: BatchInBooks): string {
  const { creationDate, modifier } = file.header!;
  return `${creationDate}${modifier}-${String(header.number).padStart(7, '0')}`;
}

export function lineText({ header }: BatchInBooks, date: string): string {
  return `${header.companyId} ${header.companyName} ${header.description} ${shortDate(date)}`;
}
