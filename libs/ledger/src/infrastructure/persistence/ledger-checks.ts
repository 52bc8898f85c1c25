import type { LedgerCheck } from '../../application/checks.js';
import { balancesAreSums, brokenBalances } from './balances-are-sums.js';
import { cheapInvariants } from './invariants.table.js';

const balances: LedgerCheck = {
  name: balancesAreSums.name,
  find: ({ recomputation }) => Promise.resolve(brokenBalances(recomputation.balances)),
};

/** The checks of the ledger itself that `ledger verify` runs. */
export const ledgerChecks: readonly LedgerCheck[] = [
  balances,
  ...cheapInvariants.map(({ name, find }): LedgerCheck => ({
    name,
    find: ({ transaction, enterpriseId }) => find({ transaction, enterpriseId, now: new Date() }),
  })),
];
