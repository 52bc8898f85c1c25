import { readBai2File, readCamtFile } from '@payments/rails';
import type { StatementEvent } from '@payments/rails';
import { CliError } from '../../../support/cli.error.js';
import { assertEqual, OWN } from './books.js';
import type { Owner } from './books.js';
import { SHOPS } from './company.js';
import type { Month } from './month.js';
import { fileOf } from './report-files.js';
import type { Patience } from './waiting.js';

const FORMATS = {
  bai2: { file: 'statement.bai2', read: readBai2File },
  camt053: { file: 'statement.xml', read: readCamtFile },
} as const;

interface OpenStatement {
  readonly account: string;
  readonly closing: bigint;
  sum: bigint;
}

export interface StatedFile {
  readonly name: string;
  readonly text: string;
  /** How many statements, of a book and a day each. */
  readonly statements: number;
}

/**
 * Statements of the days of the month, in both forms of banks. Read as those of a bank are, each must lead from where the one
 * before ended to its closing balance, and the last one of each book to what the story expects.
 * @throws CliError when a balance differs by a cent
 */
export async function stateMonth(
  { books, payments }: Month,
  { enterpriseId, patience, ...days }: StatedDays,
): Promise<StatedFile[]> {
  const owners = new Map<string, Owner>([[plain(enterpriseId), OWN]]);
  for await (const { id, subledger_reference_id } of payments.subledgers.list()) {
    owners.set(plain(id), subledger_reference_id);
  }
  const files: StatedFile[] = [];
  for (const format of ['bai2', 'camt053'] as const) {
    const { file, read } = FORMATS[format];
    const { id } = await payments.reports.createStatement({ format, ...days });
    const text = await fileOf(payments, { id, what: `the statement as ${format}` }, patience);
    const { closings, statements } = await closingsOf(read([Buffer.from(text)]));
    const stated = new Map([...closings].map(([account, closing]) => [owners.get(account), Number(closing)]));
    for (const owner of [OWN, ...SHOPS.map((shop) => shop.customer_reference_id)]) {
      assertEqual(`${owner} in ${file}`, books.balanceOf(owner), stated.get(owner) ?? 0);
    }
    files.push({ name: file, text, statements });
  }
  return files;
}

export interface StatedDays {
  /** Days of New York that have ended. */
  readonly start_date: string;
  readonly end_date: string;
  readonly enterpriseId: string;
  readonly patience: Patience;
}

/** The last closing balance of each account, in cents. */
async function closingsOf(events: AsyncIterable<StatementEvent>) {
  const closings = new Map<string, bigint>();
  let statements = 0;
  let open: OpenStatement | undefined;
  const close = () => {
    if (open !== undefined && open.sum !== open.closing) throw wrong(open.account, open.sum, open.closing);
    if (open !== undefined) closings.set(open.account, open.closing);
  };
  for await (const event of events) {
    if (event.kind === 'statement_opened') {
      close();
      const { account, opening, closing } = event.statement;
      const before = closings.get(account) ?? 0n;
      if (opening !== before) throw wrong(account, before, opening);
      open = { account, closing: closing ?? 0n, sum: before };
      statements += 1;
    } else if (event.kind === 'lines') {
      for (const { amount, direction } of event.lines) open!.sum += direction === 'credit' ? amount : -amount;
    }
  }
  close();
  return { closings, statements };
}

function wrong(account: string, expected: bigint, found: bigint | null): CliError {
  return new CliError(`the statement of ${account} has ${found} cents where ${expected} are expected`);
}

function plain(id: string): string {
  return id.replaceAll('-', '');
}
