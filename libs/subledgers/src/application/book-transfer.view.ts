import { Money } from '@payments/kernel';
import { BOOK_TRANSFER_REASONS } from '../domain/book-transfer.js';
import type { ApprovalState, BookSide, BookTransferState, BookTransferStatus } from '../domain/book-transfer.js';

export interface BookSideView {
  readonly subledger_reference_id: string;
}

export interface BookTransferReasonView {
  readonly source: { readonly reason_code: string; readonly reason_code_message: string };
}

/** A book transfer on the wire, in responses and events. */
export interface BookTransferView {
  readonly id: string;
  readonly book_transfer_reference_id: string;
  readonly amount: number;
  readonly currency: 'USD';
  readonly status: BookTransferStatus;
  readonly status_reasons?: readonly BookTransferReasonView[];
  readonly metadata?: Readonly<Record<string, string | number | boolean>>;
  readonly source?: BookSideView;
  readonly destination?: BookSideView;
  readonly approval?: ApprovalState;
  readonly created_by?: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The allowlist of fields of a book transfer that are shown. Fields without a value are omitted. */
export function toBookTransferView(state: BookTransferState): BookTransferView {
  const { source, destination, reason_code, metadata, approval, created_by } = state;
  return {
    id: state.id,
    book_transfer_reference_id: state.book_transfer_reference_id,
    amount: Money.usd(state.amount).toWire(),
    currency: state.currency,
    status: state.status,
    ...(reason_code !== null && {
      status_reasons: [{ source: { reason_code, reason_code_message: BOOK_TRANSFER_REASONS[reason_code] } }],
    }),
    ...(metadata && { metadata }),
    ...(source && { source: sideView(source) }),
    ...(destination && { destination: sideView(destination) }),
    ...(approval && { approval: { id: approval.id, status: approval.status } }),
    ...(created_by !== null && { created_by }),
    created_at: state.created_at.toISOString(),
    updated_at: state.updated_at.toISOString(),
  };
}

function sideView({ subledger_reference_id }: BookSide): BookSideView {
  return { subledger_reference_id };
}
