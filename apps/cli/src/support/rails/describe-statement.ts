import { masked } from '@payments/kernel';
import { storedText } from '@payments/rails';
import type { StatementEvent, StatementHeader, StatementLine, StatementTotals } from '@payments/rails';
import { counted, paint } from '../terminal.js';
import { dollars } from './describe-ach.js';

/** One event of a file of statements for a person. */
export function describeStatementEvent(event: StatementEvent): string {
  switch (event.kind) {
    case 'statement_opened':
      return heading(event.statement);
    case 'lines':
      return event.lines.map(lineText).join('\n');
    case 'statement_closed':
      return `${totalsText(event.totals)}${proof(event.statement)}`;
    case 'file_closed':
      return `\nwaived: ${event.waived.join(', ')}`;
  }
}

/** The same as JSON. Amounts are cents. */
export function statementView(event: StatementEvent) {
  const { kind } = event;
  if (kind === 'lines') {
    const lines = event.lines.map((line) => ({ ...line, amount: Number(line.amount), text: storedText(line.text) }));
    return { kind, lines };
  }
  if (kind === 'file_closed') return event;
  const { opening, closing, account, ...header } = event.statement;
  const statement = { ...header, account: masked(account), opening: numberOf(opening), closing: numberOf(closing) };
  if (kind === 'statement_opened') return { kind, statement };
  const { lines, credits, debits } = event.totals;
  return { kind, statement, totals: { lines, credits: Number(credits), debits: Number(debits) } };
}

function heading({ format, id, account, day, purpose, status, opening, closing }: StatementHeader): string {
  const state = status === 'new' ? '' : ` (${status})`;
  const balances = `opening ${signed(opening)}, closing ${signed(closing)}`;
  return `\n${format} ${id}${state}  account ${masked(account)}  ${purpose} ${day}  ${balances}`;
}

function lineText(line: StatementLine): string {
  const sign = line.direction === 'credit' ? '+' : '-';
  const state = line.status === 'booked' ? '' : ` (${line.status})`;
  const cells = [
    ...[
      `  line ${String(line.line).padStart(5)}`,
      line.booking_day,
      `${sign}${dollars(Number(line.amount))}`.padStart(16),
    ],
    ...[`${line.code} ${line.class}${state}`.padEnd(20), line.references.join(' '), storedText(line.text)],
  ];
  return cells
    .join('  ')
    .trimEnd()
    .replace(/[\u0080-\u009f]/g, '?');
}

const totalsText = ({ lines, credits, debits }: StatementTotals) =>
  `  total: ${counted(lines, 'booked line')}, credits ${dollars(Number(credits))}, debits ${dollars(Number(debits))}`;

function proof({ purpose, opening }: StatementHeader): string {
  if (purpose !== 'day') return '';
  return opening === null ? '; no opening balance to prove' : `; ${paint('green', '✔')} it adds up`;
}

function signed(cents: bigint | null): string {
  if (cents === null) return 'not stated';
  return cents < 0n ? `-${dollars(Number(-cents))}` : dollars(Number(cents));
}

const numberOf = (cents: bigint | null) => (cents === null ? null : Number(cents));
