import type { DomainError } from '@payments/kernel';
import type { TransferOrder, TransferRequest } from '@payments/transfers';
import type { BulkState } from '../domain/bulk-state.js';
import type { RowError } from '../domain/read-row.js';

/** The transfer of a row, as the maker of the bulk transfer would request it. */
export function orderOf(
  { id, created_by, owner }: Pick<BulkState, 'id' | 'created_by' | 'owner'>,
  request: TransferRequest,
): TransferOrder {
  return { ...request, bulk_transfer_id: id, maker: { created_by, owner, origin: 'bulk' } };
}

/** The first error that the operation would report. */
export function firstErrorOf({ code, message, fieldErrors: [first] }: DomainError): RowError {
  return { error_code: code, message, ...(first !== undefined && { field: first.field }) };
}
