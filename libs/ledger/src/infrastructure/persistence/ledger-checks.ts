import type { Invariant } from '@payments/persistence';
import type { LedgerCheck } from '../../application/checks.js';
import { balancesAreSums, brokenBalances } from './balances-are-sums.js';

/** The rules about money as checks: all data is looked at. What the recomputation has added up is not added up again. */
export function ledgerChecks(invariants: readonly Invariant[]): readonly LedgerCheck[] {
  return invariants
    .filter(({ isOfMoney }) => isOfMoney === true)
    .map(({ name, find }): LedgerCheck => ({
      name,
      find: async ({ recomputation, ...scope }) =>
        name === balancesAreSums.name ? brokenBalances(recomputation.balances) : find(scope),
    }));
}
