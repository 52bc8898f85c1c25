import type { LegState } from './leg.js';
import { isSent } from './leg-steps.js';
import type { LedgerAccount } from './postings.js';

type Contribution = readonly [LedgerAccount, 1n | -1n];

type Moved = Pick<LegState, 'side' | 'rail' | 'amount' | 'status'>;

/**
 * The net that the ledger must have for a transfer, by account, as credits minus debits; accounts at zero are omitted.
 * Derived only from the states of its legs, deliberately not by the posting code, so that one verifies the other.
 */
export function expectedNet(legs: readonly Moved[]): Map<LedgerAccount, bigint> {
  const net = new Map<LedgerAccount, bigint>();
  for (const leg of legs) {
    const contributions = leg.side === 'source' ? debit(leg) : credit(leg);
    for (const [account, sign] of contributions) net.set(account, (net.get(account) ?? 0n) + sign * leg.amount);
  }
  return new Map([...net].filter(([, amount]) => amount !== 0n));
}

// The money of a debit comes from the network, then the bank, and is pending until its hold ends.
function debit(leg: Moved): readonly Contribution[] {
  if (!isSent(leg)) return [];
  const from = leg.status === 'settled' || leg.status === 'released' ? 'cash' : (`clearing_${leg.rail}` as const);
  return [
    [from, -1n],
    [leg.status === 'released' ? 'available' : 'pending', 1n],
  ];
}

// The money of a credit was available: it is reserved, then in transit, then gone.
function credit(leg: Moved): readonly Contribution[] {
  if (leg.status === 'ready')
    return [
      ['available', -1n],
      ['reserved', 1n],
    ];
  if (!isSent(leg)) return [];
  return [
    ['available', -1n],
    [leg.status === 'settled' ? 'cash' : `clearing_${leg.rail}`, 1n],
  ];
}
