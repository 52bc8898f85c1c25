import { Money } from '@payments/kernel';

export const BOOK_TRANSFER_STATUSES = ['created', 'completed', 'failed'] as const;
export type BookTransferStatus = (typeof BOOK_TRANSFER_STATUSES)[number];

/** Why a book transfer failed, as responses show it. */
export const BOOK_TRANSFER_REASONS = {
  insufficient_funds: 'The source does not have enough available money.',
  destination_closed: 'The destination is closed and takes no more than its balance is below zero.',
  approval_rejected: 'A user rejected the approval that the book transfer needed.',
  approval_expired: 'Nobody decided the approval that the book transfer needed in time.',
} as const;
export type BookTransferReason = keyof typeof BOOK_TRANSFER_REASONS;

/** A side: a subledger. The side of the enterprise itself is null. */
export interface BookSide {
  readonly subledger_id: string;
  readonly subledger_reference_id: string;
}

export interface ApprovalState {
  readonly id: string;
  readonly status: 'pending' | 'approved' | 'rejected' | 'expired';
}

/** A movement from one book to another, as stored. */
export interface BookTransferState {
  readonly id: string;
  readonly book_transfer_reference_id: string;
  /** Cents. */
  readonly amount: bigint;
  readonly currency: 'USD';
  readonly metadata: Readonly<Record<string, string | number | boolean>> | null;
  readonly source: BookSide | null;
  readonly destination: BookSide | null;
  readonly status: BookTransferStatus;
  readonly reason_code: BookTransferReason | null;
  /** Of a book transfer that a policy held; null for any other. */
  readonly approval: ApprovalState | null;
  readonly created_by: string | null;
  readonly owner: string | null;
  /** Counts the events: 0 until it is final. */
  readonly sequence: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface NewBookTransfer {
  readonly book_transfer_reference_id: string;
  /** Cents. */
  readonly amount: number;
  readonly currency: 'USD';
  readonly metadata?: BookTransferState['metadata'];
}

type Made = Pick<BookTransferState, 'id' | 'source' | 'destination' | 'created_by' | 'owner'> & { readonly now: Date };

/** Not decided yet: whether there is enough money is known under the lock of the books. */
export function beginBookTransfer(request: NewBookTransfer, { now, ...made }: Made): BookTransferState {
  return {
    ...{ book_transfer_reference_id: request.book_transfer_reference_id, currency: request.currency, ...made },
    amount: Money.fromWire(request.amount).cents,
    metadata: request.metadata ?? null,
    ...{ status: 'created', reason_code: null, approval: null, sequence: 0, created_at: now, updated_at: now },
  };
}

/** What is available on the sides, in cents, under the lock of the books. */
interface SidesMoney {
  readonly source: bigint;
  readonly destination: bigint;
  readonly isDestinationClosed: boolean;
}

/** Moves the money if the source has enough of it and the destination takes it. Final. */
export function settled(transfer: BookTransferState, money: SidesMoney, now: Date): BookTransferState {
  if (money.source < transfer.amount) return failed(transfer, 'insufficient_funds', now);
  // A closed one takes only what a late return has left it short of.
  if (money.isDestinationClosed && transfer.amount > -money.destination)
    return failed(transfer, 'destination_closed', now);
  return ended(transfer, { status: 'completed', reason_code: null }, now);
}

export function failed(transfer: BookTransferState, reason_code: BookTransferReason, now: Date): BookTransferState {
  return ended(transfer, { status: 'failed', reason_code }, now);
}

function ended(
  transfer: BookTransferState,
  end: Pick<BookTransferState, 'status' | 'reason_code'>,
  now: Date,
): BookTransferState {
  if (transfer.status !== 'created') throw new Error(`book transfer ${transfer.id} is ${transfer.status} already`);
  return { ...transfer, ...end, sequence: transfer.sequence + 1, updated_at: now };
}
