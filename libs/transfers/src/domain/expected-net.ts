import type { LegState } from './leg.js';
import { isSent } from './leg-steps.js';
import type { LedgerAccount } from './postings.js';

type Contribution = readonly [LedgerAccount, 1n | -1n];

type Moved = Pick<LegState, 'side' | 'rail' | 'amount' | 'status'>;

/**
 * What the ledger must hold of a transfer, by account, as credits minus debits; accounts that are even are left out.
 * Said from the states of its legs alone, and on purpose not by the code that posts: the one is checked by the other.
 */
export function expectedNet(legs: readonly Moved[]): Map<LedgerAccount, bigint> {
  const net = new Map<LedgerAccount, bigint>();
  for (const leg of legs) {
    const contributions = leg.side === 'source' ? debit(leg) : credit(leg);
    for (const [account, sign] of contributions) net.set(account, (net.get(account) ?? 0n) + sign * leg.amount);
  }
  return new Map([...net].filter(([, amount]) => amount !== 0n));
}

// The money of a debit comes from the network, then from the bank, and is pending until its hold ends.
function debit(leg: Moved): readonly Contribution[] {
  if (!isSent(leg)) return [];
  const from = leg.status === 'settled' || leg.status === 'released' ? 'cash' : (`clearing_${leg.rail}` as const);
  return [
    [from, -1n],
    [leg.status === 'released' ? 'available' : 'pending', 1n],
  ];
}

// The money of a credit is what was available: set aside, on its way, gone.
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
