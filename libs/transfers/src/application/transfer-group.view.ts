import type { Side } from '../domain/leg.js';
import type { GroupParty, StatusTotal, TransferGroupState } from '../domain/transfer-group.js';
import type { TransferStatus } from '../domain/transfer-status.js';

/** A transfer group on the wire. */
export interface TransferGroupView extends Readonly<Partial<Record<Side, GroupParty>>> {
  readonly id: string;
  readonly transfer_group_reference_id: string;
  readonly created_at: string;
}

interface TotalView {
  readonly transfers: number;
  /** Cents. */
  readonly amount: number;
}

export interface GroupTotalsView extends TotalView {
  /** Statuses that no transfer has are omitted. */
  readonly by_status: Readonly<Partial<Record<TransferStatus, TotalView>>>;
}

export interface SummedGroupView extends TransferGroupView {
  readonly totals: GroupTotalsView;
}

/** The allowlist of fields of a transfer group that are shown. */
export function toTransferGroupView(state: TransferGroupState): TransferGroupView {
  const { id, transfer_group_reference_id, source, destination } = state;
  return {
    ...{ id, transfer_group_reference_id },
    ...(source && { source }),
    ...(destination && { destination }),
    created_at: state.created_at.toISOString(),
  };
}

export function toTotalsView(totals: readonly StatusTotal[]): GroupTotalsView {
  return {
    transfers: totals.reduce((sum, { transfers }) => sum + transfers, 0),
    amount: Number(totals.reduce((sum, { amount }) => sum + amount, 0n)),
    by_status: Object.fromEntries(
      totals.map(({ status, transfers, amount }) => [status, { transfers, amount: Number(amount) }]),
    ),
  };
}
