import type { Rail } from './effect.js';

export const ENTRY_TYPES = [
  ...(['ach', 'ach_return', 'sdach', 'rtp', 'wire', 'wire_return'] as const),
  ...(['balance_top_up', 'inbound_funds', 'outbound_funds'] as const),
] as const;

/** What moved a balance; `rtp` is RTP and FedNow, and no wires are sent. */
export type EntryType = (typeof ENTRY_TYPES)[number];

const OF_RAIL: Readonly<Record<Rail, EntryType>> = { ach: 'ach', same_day_ach: 'sdach', rtp: 'rtp', fednow: 'rtp' };

/** What decides the type of an entry. */
export interface TypedEntry {
  readonly kind: string;
  /** Of the leg, or of the clearing account. */
  readonly rail: Rail | null;
  /** Whether the banks returned the leg. */
  readonly is_returned: boolean;
  /** Whether the leg debits an account of the enterprise itself. */
  readonly is_top_up: boolean;
  /** Whether it is one to the balance. */
  readonly is_credit: boolean;
}

/** Money of transfers that is set aside before their rails are known. */
const SET_ASIDE = ['bulk_reserve', 'bulk_take', 'bulk_release'];

/** The type of an entry, as the balance statement counts it. */
export function typeOf({ kind, rail, is_returned, is_top_up, is_credit }: TypedEntry): EntryType {
  if (SET_ASIDE.includes(kind)) return 'outbound_funds';
  if (rail === null) return is_credit ? 'inbound_funds' : 'outbound_funds';
  const isAch = rail === 'ach' || rail === 'same_day_ach';
  // What was paid comes back through the money that was set aside for it.
  const isUndone = kind.startsWith('reverse_') || kind === 'unreserve';
  if (is_returned && isAch && isUndone) return 'ach_return';
  return is_top_up ? 'balance_top_up' : OF_RAIL[rail];
}
