/**
 * The accounts of an enterprise. `available`, `pending` and `reserved` are what the service owes it, so credits increase
 * them; `clearing_…` is money in transit over a rail, `cash` the money at the settlement bank, `suspense` money that is
 * not allocated yet. In alphabetical order: `available` comes first wherever rows are locked.
 */
export const ledgerAccounts = [
  'available',
  'cash',
  'clearing_ach',
  'clearing_fednow',
  'clearing_rtp',
  'clearing_same_day_ach',
  'pending',
  'reserved',
  'suspense',
] as const;

export type LedgerAccount = (typeof ledgerAccounts)[number];
