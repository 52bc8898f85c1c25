import { once } from 'node:events';
import { addBankingDays, newYorkDate } from '@payments/kernel';
import {
  AchFileWriter,
  certificationFile,
  type Company,
  type Connection,
  isRoutingNumber,
  nextCuts,
  readSecret,
  SecretError,
  type TestAccount,
} from '@payments/rails';
import { CliError, UsageError } from '../cli.error.js';
import { counted, say } from '../terminal.js';
import { bankConnections } from './profiles.js';

export interface TestFileOptions {
  readonly connection: string;
  readonly company?: string;
  readonly credit?: string;
  readonly debit?: string;
  readonly zero?: boolean;
}

const DAYS_AHEAD = 10;

/** Writes a file for the certification by the bank to standard output. It is stored nowhere and sent nowhere. */
export async function writeTestFile(options: TestFileOptions): Promise<void> {
  const [connection] = bankConnections(options.connection) as [Connection];
  const company = companyOf(connection, options.company);
  const credit = accountOf('--credit', options.credit);
  const debit = accountOf('--debit', options.debit);
  if (!credit && !debit) throw new UsageError('--credit, --debit: none is given; pass one or both accounts');
  if (credit && debit) refuseTogether(connection, company);
  const createdAt = new Date();
  const cut = nextCuts(connection, createdAt, DAYS_AHEAD).find(({ rail }) => rail === 'ach');
  const { header, batches } = certificationFile(connection, {
    ...{ company, createdAt, prenotes: options.zero ?? false, settlement: () => settlementOf(connection) },
    accounts: { ...(credit && { credit }), ...(debit && { debit }) },
    effectiveDate: cut?.effectiveDate ?? addBankingDays(newYorkDate(createdAt), 1),
  });
  const { line_ending, pad_blocks } = connection.ach;
  const writer = new AchFileWriter(header, { line_ending, pad_blocks });
  for await (const chunk of writer.write(batches))
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
  const { batches: count } = writer.totals;
  say(
    `${counted(count, 'batch', 'batches')} written; send the file to the bank for its certification. It was not uploaded.`,
  );
}

function companyOf({ companies }: Connection, wanted: string | undefined): Company {
  const found = companies.filter(
    (each) => wanted === undefined || [each.enterprise_id, each.company_id].includes(wanted),
  );
  if (found.length === 1) return found[0]!;
  const list = companies.map(({ company_id, company_name }) => `${company_id} (${company_name})`).join(', ');
  throw new UsageError(`--company: must be one of ${list}`);
}

function accountOf(option: string, text: string | undefined): TestAccount | undefined {
  if (text === undefined) return undefined;
  const [routing_number = '', account_number = '', type = 'checking', ...rest] = text.split(':');
  const isType = type === 'checking' || type === 'savings';
  if (isRoutingNumber(routing_number) && /^[A-Za-z0-9-]{1,17}$/.test(account_number) && isType && rest.length === 0) {
    return { routing_number, account_number, type };
  }
  throw new UsageError(
    `${option}: must be a routing number, an account number, and optionally savings, joined by colons`,
  );
}

/** A bank that takes directions or SEC codes apart would refuse them in one file. */
function refuseTogether({ ach }: Connection, { sec }: Company): void {
  const isApart =
    ach.separate_files === 'direction' ||
    ach.separate_files === 'both' ||
    (ach.separate_files === 'sec' && sec.person_credit !== sec.person_debit);
  if (isApart) {
    throw new UsageError('--credit, --debit: ach.separate_files demands separate files; write one file for each');
  }
}

function settlementOf({ settlement_account: { routing_number, account_number, type } }: Connection): TestAccount {
  try {
    return { routing_number, type, account_number: readSecret(account_number, process.env) };
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    throw new CliError(`settlement_account.account_number: ${error.message}; correct its place in BANKS_FILE`);
  }
}
