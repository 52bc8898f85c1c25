import type { EntryToWrite } from './ach/ach-file-writer.js';
import { transactionCodeOf } from './ach/transaction-code.table.js';
import type { Connection } from './connection.js';
import type { FileBatch } from './file-state.js';

type Offset = Pick<Connection, 'settlement_account'>;

/** The batch with the sums that its offset entry adds. */
export function offsetOf(batch: FileBatch, { settlement_account }: Offset): FileBatch {
  const total = batch.debit + batch.credit;
  return {
    ...batch,
    records: batch.records + 1,
    hash: batch.hash + BigInt(settlement_account.routing_number.slice(0, 8)),
    debit: total,
    credit: total,
  };
}

/** The entry that takes from the settlement account what the batch pays, or the other way. */
export function offsetEntry(
  batch: Pick<FileBatch, 'batch_key' | 'debit' | 'offset_trace'>,
  { settlement_account }: Offset,
  accountNumber: string,
): EntryToWrite {
  const { routing_number, type } = settlement_account;
  // A batch has one direction, which its key ends with.
  const direction = batch.batch_key.endsWith('C') ? 'debit' : 'credit';
  return {
    detail: {
      transaction_code: transactionCodeOf(type, direction),
      receiving_dfi: routing_number.slice(0, 8),
      check_digit: routing_number.slice(8),
      account_number: accountNumber,
      amount: Number(batch.debit),
      individual_id: '',
      individual_name: 'OFFSET',
      discretionary_data: '',
      addenda_indicator: 0,
      trace_number: batch.offset_trace!,
    },
    addenda: null,
  };
}
