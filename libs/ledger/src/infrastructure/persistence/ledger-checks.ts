import type { LedgerCheck, LedgerFinding } from '../../application/checks.js';
import { balancesAreSums, cheapInvariants } from './invariants.table.js';

const balances: LedgerCheck = {
  name: balancesAreSums.name,
  find: ({ recomputation }) =>
    Promise.resolve(
      recomputation.balances
        .filter(({ balance = 0n, recomputed }) => balance !== recomputed)
        .map(({ account, balance, recomputed }) => ({
          subject: account,
          message: `the balance is ${balance ?? 'missing'}, its entries sum to ${recomputed}`,
        })),
    ),
};

/** What `ledger verify` looks after in the ledger itself. */
export const ledgerChecks: readonly LedgerCheck[] = [
  balances,
  ...cheapInvariants.map(({ name, sql }): LedgerCheck => ({
    name,
    find: ({ transaction, enterpriseId }) => transaction.query<LedgerFinding>(sql, [enterpriseId]),
  })),
];
