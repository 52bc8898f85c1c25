import { achText } from '@payments/kernel';
import type { BankingDate } from '@payments/kernel';
import { identityOf } from '../company-identity.js';
import type { Company, Connection } from '../connection.js';
import type { FileHeader } from './ach-records.table.js';
import type { BatchToWrite, EntryToWrite } from './ach-file-writer.js';
import { batchKeyOf, compareBatchKeys } from './batch-key.js';
import { batchHeaderOf, fileHeaderOf, odfiOf, shortDate } from './file-headers.js';
import { traceNumber } from './trace-number.js';
import { type Direction, transactionCodeOf } from './transaction-code.table.js';

export interface TestAccount {
  readonly routing_number: string;
  readonly account_number: string;
  readonly type: 'checking' | 'savings';
}

export interface CertificationRequest {
  readonly company: Company;
  /** One entry of one cent for each account, or a prenote without an amount. */
  readonly accounts: Readonly<Partial<Record<Direction, TestAccount>>>;
  readonly prenotes: boolean;
  readonly createdAt: Date;
  readonly effectiveDate: BankingDate;
  /** Against which balanced batches are offset; called only for them. */
  readonly settlement: () => TestAccount;
}

const CENT = 1;

/** The file by which a bank certifies a new originator, in the format of the connection. */
export function certificationFile(
  connection: Connection,
  request: CertificationRequest,
): { readonly header: FileHeader; readonly batches: readonly BatchToWrite[] } {
  let sequence = connection.ach.trace_first;
  const next = () => traceNumber(odfiOf(connection), sequence++);
  const batches = (['credit', 'debit'] as const)
    .flatMap((direction) => {
      const account = request.accounts[direction];
      return account === undefined ? [] : [batchOf(connection, request, { direction, account, next })];
    })
    .sort((one, other) => compareBatchKeys(one.key, other.key));
  return {
    header: fileHeaderOf(connection, request.createdAt, 'A'),
    // Traces ascend within a batch only, so that the order of batches is free.
    batches: batches.map(({ header, entries }, at) => ({
      header: { ...header, batch_number: at + 1 },
      entries: [entries],
    })),
  };
}

interface Part {
  readonly direction: Direction;
  readonly account: TestAccount;
  readonly next: () => string;
}

function batchOf(connection: Connection, request: CertificationRequest, { direction, account, next }: Part) {
  const { company, prenotes } = request;
  const { letter_case: letterCase, descriptive_date, offset, web_payment_type } = connection.ach;
  const text = (value: string, max: number) => achText(value, { max, letterCase });
  const hasOffset = offset === 'balanced_batch' && !prenotes;
  const sec = company.sec[`person_${direction}`];
  const identity = identityOf(company, { direction, sec });
  const parts = {
    company_id: identity.company_id,
    company_name: text(identity.company_name, 16),
    sec,
    company_entry_description: text(company.entry_descriptions[direction], 10),
    company_descriptive_date: descriptive_date === 'blank' ? '' : shortDate(request.effectiveDate),
    effective_entry_date: shortDate(request.effectiveDate),
  };
  const key = batchKeyOf({ ...parts, direction });
  const header = batchHeaderOf(connection, { key, company, number: 1, hasOffset });
  const entry = entryOf(account, {
    transaction_code: transactionCodeOf(account.type, direction, prenotes ? 'prenote' : 'entry'),
    amount: prenotes ? 0 : CENT,
    individual_id: connection.ach.individual_id === 'blank' ? '' : 'TEST',
    individual_name: `TEST ${direction.toUpperCase()}`,
    discretionary_data: parts.sec === 'WEB' ? web_payment_type : '',
    trace_number: next(),
  });
  const against = direction === 'credit' ? 'debit' : 'credit';
  const balance = () => {
    const settlement = request.settlement();
    return entryOf(settlement, {
      ...{ transaction_code: transactionCodeOf(settlement.type, against), amount: CENT, individual_id: '' },
      ...{ individual_name: 'OFFSET', discretionary_data: entry.detail.discretionary_data, trace_number: next() },
    });
  };
  return { key, header, entries: hasOffset ? [entry, balance()] : [entry] };
}

type Details = Omit<EntryToWrite['detail'], 'receiving_dfi' | 'check_digit' | 'account_number' | 'addenda_indicator'>;

function entryOf({ routing_number, account_number }: TestAccount, details: Details): EntryToWrite {
  const [receiving_dfi, check_digit] = [routing_number.slice(0, 8), routing_number.slice(8)];
  return { detail: { ...details, receiving_dfi, check_digit, account_number, addenda_indicator: 0 }, addenda: null };
}
