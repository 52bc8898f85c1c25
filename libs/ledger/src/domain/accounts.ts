/**
 * The accounts of an enterprise. `available`, `pending` and `reserved` are what the service owes it, so they grow by
 * credits; `clearing_…` is what is on its way over a rail, `cash` the money at the settlement bank, `suspense` what
 * nobody could place yet. In the order of their names: `available` comes first wherever rows are locked.
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
