import type { LedgerCheck } from '../../application/checks.js';
import { balancesAreSums, brokenBalances } from './balances-are-sums.js';
import { cheapInvariants } from './invariants.table.js';

const balances: LedgerCheck = {
  name: balancesAreSums.name,
  find: ({ recomputation }) => Promise.resolve(brokenBalances(recomputation.balances)),
};

/** What `ledger verify` looks after in the ledger itself. */
export const ledgerChecks: readonly LedgerCheck[] = [
  balances,
  ...cheapInvariants.map(({ name, find }): LedgerCheck => ({
    name,
    find: ({ transaction, enterpriseId }) => find({ transaction, enterpriseId, now: new Date() }),
  })),
];
