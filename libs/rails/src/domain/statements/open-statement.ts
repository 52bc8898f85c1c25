import { InboundFileError } from '../inbound/inbound-diagnostic.js';
import type { IsoRule } from '../iso20022/iso-rules.table.js';
import { LINES_PER_EVENT, type StatementEvent, type StatementHeader, type StatementLine } from './statement.js';

interface Mismatch {
  readonly expected: string;
  readonly found: string;
}

/** A statement whose lines are being read: it groups and adds them, and proves the sum at the end. */
export class OpenStatement {
  private events: StatementEvent[] = [];
  private lines: StatementLine[] = [];
  private count = 0;
  private credits = 0n;
  private debits = 0n;

  /** @throws InboundFileError when it has no closing balance. */
  constructor(private readonly statement: StatementHeader) {
    const { line, purpose, closing, page } = statement;
    if (purpose === 'day' && closing === null && page === null) {
      statementFault(line, 'statement_balance', { expected: 'a closing balance', found: 'none' });
    }
    this.events.push({ kind: 'statement_opened', statement });
  }

  copy(): OpenStatement {
    const copy = Object.assign(new OpenStatement(this.statement), this);
    [copy.events, copy.lines] = [[...this.events], [...this.lines]];
    return copy;
  }

  add(line: StatementLine): void {
    this.lines.push(line);
    if (line.status === 'booked') {
      this.count += 1;
      if (line.direction === 'credit') this.credits += line.amount;
      else this.debits += line.amount;
    }
    if (this.lines.length === LINES_PER_EVENT) this.flush();
  }

  /** The events since the last call. */
  take(): StatementEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }

  /** @throws InboundFileError when the lines do not lead from the opening to the closing balance. */
  close(line: number): void {
    const { opening, closing, purpose, page } = this.statement;
    const net = this.credits - this.debits;
    if (purpose === 'day' && page === null && opening !== null && closing !== null && opening + net !== closing) {
      const expected = `${opening} and lines of ${closing - opening} cents to ${closing}`;
      statementFault(line, 'statement_does_not_add_up', { expected, found: `lines of ${net} cents` });
    }
    this.flush();
    const totals = { lines: this.count, credits: this.credits, debits: this.debits };
    this.events.push({ kind: 'statement_closed', statement: this.statement, totals });
  }

  private flush(): void {
    if (this.lines.length === 0) return;
    this.events.push({ kind: 'lines', statement: this.statement, lines: this.lines });
    this.lines = [];
  }
}

/** @throws InboundFileError always. */
export function statementFault(line: number, rule: IsoRule, { expected, found }: Mismatch): never {
  const place = { line, column_from: 1, column_to: 1, record: 'statement', field: null };
  throw new InboundFileError([{ ...place, rule, expected, found }]);
}
