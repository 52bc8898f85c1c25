import { bai2Statement, closingCents, type Statement } from '../answers/bai2-statement.js';
import { camtStatement } from '../answers/camt-statement.js';
import { addBankingDays } from '../calendar/banking-days.js';
import { newYorkTime, type NewYorkTime } from '../calendar/new-york.js';
import type { Booked } from '../journal/events.js';
import type { StatementFormat } from '../settings/bank-settings.js';
import type { Outbox } from './outbox.js';
import type { Workplace } from './workplace.js';

const NOBODY = 'COMPANY';

interface Format {
  readonly extension: string;
  readonly print: (statement: Statement, now: NewYorkTime) => Buffer;
}

const FORMATS: Readonly<Record<StatementFormat, Format>> = {
  bai2: { extension: '.txt', print: (...given) => Buffer.from(bai2Statement(...given), 'latin1') },
  'camt.053': { extension: '.xml', print: (...given) => Buffer.from(camtStatement(...given)) },
};

/**
 * Prints a statement at the end of each of the bank's days on which something was booked. Its date is the latest value
 * date of its lines, and at least the banking day after the statement before: each date has at most one statement.
 */
export class PrintStatement {
  constructor(
    private readonly place: Workplace,
    private readonly outbox: Outbox,
  ) {}

  execute(now: number): void {
    const { books } = this.place;
    const before = books.lastStatement;
    const unstated = books.lines.slice(before?.last_line ?? 0);
    const lines = unstated.filter(({ at }) => this.dayOf(at) < this.dayOf(now));
    const last = lines.at(-1);
    if (last) this.send(lines, last, now);
  }

  private send(lines: readonly Booked[], last: Booked, now: number): void {
    const { books, settings, faults } = this.place;
    const openingCents = books.lastStatement?.closing_cents ?? settings.openingCents;
    const date = this.dateOf(lines);
    const wrong = faults.strikes('statement_cent', this.outbox.nextNumber);
    const printed = {
      number: books.statementCount + 1,
      sender: settings.routingNumber,
      receiver: settings.customers[0]?.immediateOrigin ?? NOBODY,
      account: settings.accountNumber,
      date,
      openingCents,
      lines: wrong ? lines.map((line, index) => (index === 0 ? { ...line, cents: line.cents + 1 } : line)) : lines,
    };
    const statement = { date, last_line: last.line, closing_cents: closingCents(openingCents, lines) };
    this.outbox.commit(
      now,
      [],
      settings.statements.map((format, index) => ({
        kind: 'statement',
        directory: 'outbound',
        nameOf: () => `statement-${date}${FORMATS[format].extension}`,
        content: FORMATS[format].print(printed, newYorkTime(now)),
        deliver_at: now,
        faults: wrong ? ['statement_cent'] : [],
        // The books have it once, in however many formats.
        ...(index === 0 && { statement }),
      })),
    );
  }

  private dateOf(lines: readonly Booked[]): string {
    const before = this.place.books.lastStatement;
    const earliest = before ? addBankingDays(before.date, 1) : '';
    return lines.reduce((latest, { date }) => (date > latest ? date : latest), earliest);
  }

  /** The bank's days are counted from its first start. */
  private dayOf(at: number): number {
    return Math.floor((at - (this.place.books.opened?.at ?? at)) / this.place.dayMs);
  }
}
