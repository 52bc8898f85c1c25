import { fingerprint } from '@payments/persistence';
import { transactionCodes } from '../../domain/ach/transaction-code.table.js';
import type { FileBatch } from '../../domain/file-state.js';
import { uetrOf } from '../../domain/iso20022/message-ids.js';
import type { IdentifiedPayment } from '../../domain/message-format.js';
import type { Entries, FiledEntry } from '../ports.js';
import type { TenantWork } from '../tenant-work.js';

interface PaymentStorage {
  readonly entries: Entries;
  readonly tenantWork: TenantWork;
}

/** The entries of a file of a message, in the order in which it has them. */
export async function entriesOf(
  { entries, tenantWork }: PaymentStorage,
  fileId: string,
  batches: readonly FileBatch[],
): Promise<FiledEntry[]> {
  const found: FiledEntry[] = [];
  for (const batch of batches) {
    for (let after = ''; ; after = found.at(-1)!.trace) {
      const page = await tenantWork.run(batch.for_enterprise, () => entries.page(fileId, batch, after));
      if (page.length === 0) break;
      found.push(...page);
    }
  }
  return found;
}

/** The same payment has the same UETR in whatever message it is named. */
export const uetrOfEntry = (entryId: string): string => uetrOf(Buffer.from(fingerprint(entryId), 'base64'));

/** An entry as a message has it. */
export function paymentOf(entry: FiledEntry): IdentifiedPayment {
  const { id, end_to_end_id, amount, name, routing_number, account_number, remittance, transaction_code } = entry;
  const address = entry.payee_address ?? null;
  const type = transactionCodes.get(transaction_code)!.account_type === 'savings' ? 'savings' : 'checking';
  return {
    ...{ id, end_to_end_id, amount, uetr: uetrOfEntry(id), payee: { name, address } },
    ...{ account: { routing_number, account_number, type }, description: remittance ?? '' },
  };
}
