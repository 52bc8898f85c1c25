import type { Side } from './leg.js';
import type { NamedParty } from './transfer-state.js';
import type { TransferStatus } from './transfer-status.js';

/** A label: the transfers of the group may be of other parties. */
export type GroupParty = Pick<NamedParty, 'account_reference_id' | 'customer_reference_id'>;

/** A group of transfers as stored, column-shaped. It never changes. */
export interface TransferGroupState extends Readonly<Record<Side, GroupParty | null>> {
  readonly id: string;
  readonly transfer_group_reference_id: string;
  readonly created_at: Date;
}

/** The transfers of a group that have a status. */
export interface StatusTotal {
  readonly status: TransferStatus;
  readonly transfers: number;
  /** Cents. */
  readonly amount: bigint;
}
