import { shortDate, type NewYorkTime } from '../calendar/new-york.js';
import type { Booked } from '../journal/events.js';

export interface Statement {
  readonly number: number;
  /** The routing number of the bank, and of whom it writes to. */
  readonly sender: string;
  readonly receiver: string;
  readonly account: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly openingCents: number;
  readonly lines: readonly Booked[];
}

const END_OF_DAY = '2359';
const ACH_TIME = '0830';

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The balance after the lines. */
export function closingCents(openingCents: number, lines: readonly Booked[]): number {
  return openingCents + sumOf(lines.map(({ direction, cents }) => (direction === 'credit' ? cents : -cents)));
}

/** A BAI2 file of one account and one day. Its control totals are those of its lines. */
export function bai2Statement(statement: Statement, now: NewYorkTime): string {
  const { lines, openingCents } = statement;
  const closing = closingCents(openingCents, lines);
  const of = (direction: Booked['direction']) => lines.filter((line) => line.direction === direction);
  const amounts = (side: readonly Booked[]) => sumOf(side.map(({ cents }) => cents));
  const [credits, debits] = [of('credit'), of('debit')];
  const summary = [
    ...[`010,${openingCents},,`, `015,${closing},,`, `045,${closing},,`],
    ...[`100,${amounts(credits)},${credits.length},`, `400,${amounts(debits)},${debits.length},`],
  ];
  const control = openingCents + 2 * closing + 2 * amounts(lines);
  const records = lines.length + 2;
  return [
    `01,${statement.sender},${statement.receiver},${shortDate(now.date)},${now.time},${statement.number},,,2/`,
    `02,${statement.receiver},${statement.sender},1,${shortDate(statement.date)},${END_OF_DAY},USD,2/`,
    `03,${statement.account},USD,${summary.join(',')}/`,
    ...lines.map(transaction),
    `49,${control},${records}/`,
    `98,${control},1,${records + 2}/`,
    `99,${control},1,${records + 4}/`,
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** With its value date; the text is the last field and ends with the line. */
function transaction({ type, cents, date, line, reference, text }: Booked): string {
  return `16,${type},${cents},V,${shortDate(date)},${ACH_TIME},${line},${reference},${text}`;
}
