import { newYorkDate, newYorkInstant, newYorkTime } from '@payments/kernel';
import type { BankingDate } from '@payments/kernel';
import type { BookStatement, StatementFile, StatementLine, StatementWriter } from './statement.js';

const LONGEST = 80;
/** Longer ones are in the text alone. */
const LONGEST_REFERENCE = 35;
const END = '\n';

/** What 49, 98 and 99 state: the sum of the amounts, what was closed inside, and the records. */
interface Control {
  amount: bigint;
  parts: number;
  records: number;
}

const LEVELS = ['file', 'day', 'book'] as const;
type Level = (typeof LEVELS)[number];

/** BAI2: a group (02) for each day, an account (03) for each book, a transaction (16) for each line. */
export class Bai2Writer implements StatementWriter {
  private readonly controls: Readonly<Record<Level, Control>>;
  /** Of the sender, which is the receiver as well: the enterprise gets its own statements. */
  private party: string;

  constructor(memo: string) {
    const [party = '', ...controls] = memo.split(' ');
    this.party = party;
    const controlOf = (level: Level): Control => {
      const [amount = '0', parts = '0', records = '0'] = controls[LEVELS.indexOf(level)]?.split('/') ?? [];
      return { amount: BigInt(amount), parts: Number(parts), records: Number(records) };
    };
    this.controls = { file: controlOf('file'), day: controlOf('day'), book: controlOf('book') };
  }

  memo(): string {
    const written = LEVELS.map((level) => this.controls[level]).map(
      ({ amount, parts, records }) => `${amount}/${parts}/${records}`,
    );
    return [this.party, ...written].join(' ');
  }

  open({ enterprise_id, created_at }: StatementFile): string {
    this.party = enterprise_id.slice(0, 8);
    const day = newYorkDate(created_at);
    // Files of a day need different numbers, also when one was deleted in between: the millisecond of the day.
    const number = created_at.getTime() - newYorkInstant(day, '00:00').getTime();
    const time = newYorkTime(created_at).replace(':', '');
    return this.record('file', ['01', this.party, this.party, yymmdd(day), time, number, '', '', 2]);
  }

  openDay(day: BankingDate): string {
    return this.record('day', ['02', this.party, this.party, 1, yymmdd(day), '2400', 'USD', 2]);
  }

  openBook({ account, opening, closing, totals }: BookStatement): string {
    const summaries: readonly (readonly [string, bigint, number | ''])[] = [
      ['010', opening.ledger, ''],
      ['015', closing.ledger, ''],
      ['040', opening.available, ''],
      ['045', closing.available, ''],
      ['100', totals.credits, totals.credit_count],
      ['400', totals.debits, totals.debit_count],
    ];
    for (const [, amount] of summaries) this.controls.book.amount += amount;
    // Each in one piece: not every reader puts one together that goes on in a record 88.
    return this.record('book', ['03', account, 'USD', ...summaries.map((each) => [...each, ''].join(','))]);
  }

  lines(lines: readonly StatementLine[]): string {
    return lines.map((line) => this.line(line)).join('');
  }

  closeBook(): string {
    return this.closeLevel('49', 'book', 'day');
  }

  closeDay(): string {
    return this.closeLevel('98', 'day', 'file');
  }

  close(): string {
    return this.record('file', ['99', ...this.stated('file')]);
  }

  private line({ cents, code, value_day, booked_at, trace_number, reference, description }: StatementLine): string {
    const amount = cents > 0n ? cents : -cents;
    this.controls.book.amount += amount;
    const isAvailable = value_day === newYorkDate(booked_at);
    const funds = value_day === null ? ['Z'] : isAvailable ? ['0'] : ['V', yymmdd(value_day), ''];
    const fields = ['16', code.bai2, amount, ...funds, trace_number, referenceField(reference)];
    return this.record('book', fields, plainText(description));
  }

  private closeLevel(code: string, level: Level, outer: Level): string {
    const written = this.record(level, [code, ...this.stated(level)]);
    const [own, around] = [this.controls[level], this.controls[outer]];
    around.amount += own.amount;
    around.records += own.records;
    around.parts += 1;
    Object.assign(own, { amount: 0n, parts: 0, records: 0 });
    return written;
  }

  // The record that states the count is counted.
  private stated(level: Level): (bigint | number)[] {
    const { amount, parts, records } = this.controls[level];
    return level === 'book' ? [amount, records + 1] : [amount, parts, records + 1];
  }

  private record(level: Level, fields: readonly (string | bigint | number)[], text?: string): string {
    const lines = physicalLines(fields.map(String), text);
    this.controls[level].records += lines.length;
    return lines.map((line) => `${line}/${END}`).join('');
  }
}

const yymmdd = (day: BankingDate) => day.slice(2).replaceAll('-', '');

/** Lines of at most 80 characters with their end: a long record goes on in records 88, its text between words. */
function physicalLines([code = '', ...fields]: readonly string[], text?: string): string[] {
  const lines = [code];
  const append = (piece: string, separator: string) => {
    const last = lines.length - 1;
    if (lines[last]!.length + separator.length + piece.length < LONGEST) lines[last] += separator + piece;
    else lines.push(`88,${piece}`);
  };
  for (const field of fields) append(field, ',');
  if (text === undefined) return lines;
  const [first = '', ...words] = text.match(/[^ ]{1,70}/g) ?? [];
  // The text begins in the record itself, so that all that follows is known to be of it.
  if (lines.at(-1)!.length + 1 + first.length < LONGEST) append(first, ',');
  else {
    lines[lines.length - 1] += ',';
    append(first, ' '.repeat(LONGEST));
  }
  for (const word of words) append(word, ' ');
  return lines;
}

/** A comma or a slash would end the field. */
function referenceField(reference: string): string {
  return reference.length <= LONGEST_REFERENCE && /^[\x20-\x7e]*$/.test(reference) && !/[,/]/.test(reference)
    ? reference.trim()
    : '';
}

/** In ASCII, without slashes: one would end the record. */
function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '?')
    .replaceAll('/', '-');
}
