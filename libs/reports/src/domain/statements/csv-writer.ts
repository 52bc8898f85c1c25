import { CSV_END, csvText, newYorkTimestamp } from '@payments/kernel';
import type { BookStatement, StatementBalance, StatementLine, StatementWriter } from './statement.js';

const COLUMNS = [
  ...['Date', 'Account', 'Subledger', 'Row', 'Booked At (ET)', 'Value Date', 'Direction', 'Amount', 'Ledger Balance'],
  ...['Available Balance', 'Transaction Code', 'Description', 'Reference ID', 'Trace Number', 'Return Code'],
  ...['Entry ID', 'Position'],
];

const row = (cells: readonly (string | bigint)[]) => cells.join(',') + CSV_END;

/** A row for each line, between rows with the opening and the closing balances. Amounts are cents without a sign. */
export class CsvWriter implements StatementWriter {
  open(): string {
    return row(COLUMNS);
  }

  openDay(): string {
    return '';
  }

  openBook(book: BookStatement): string {
    return balanceRow(book, 'Opening', book.opening);
  }

  lines(lines: readonly StatementLine[], book: BookStatement): string {
    return lines.map((line) => lineRow(book, line)).join('');
  }

  closeBook(book: BookStatement): string {
    return balanceRow(book, 'Closing', book.closing);
  }

  closeDay(): string {
    return '';
  }

  close(): string {
    return '';
  }

  memo(): string {
    return '';
  }
}

const headOf = ({ day, account, subledger_reference_id }: BookStatement, kind: string) => [
  ...[day, account, csvText(subledger_reference_id ?? ''), kind],
];

const balanceRow = (book: BookStatement, kind: string, { ledger, available }: StatementBalance) =>
  row([...headOf(book, kind), '', '', '', '', ledger, available, '', '', '', '', '', '', '']);

function lineRow(book: BookStatement, line: StatementLine): string {
  const { cents } = line;
  return row([
    ...headOf(book, 'Entry'),
    newYorkTimestamp(line.booked_at),
    line.value_day ?? '',
    cents > 0n ? 'Credit' : 'Debit',
    cents > 0n ? cents : -cents,
    line.balance,
    '',
    line.code.bai2,
    csvText(line.description),
    csvText(line.reference),
    line.trace_number,
    line.return_code ?? '',
    line.entry_id,
    line.position,
  ]);
}
