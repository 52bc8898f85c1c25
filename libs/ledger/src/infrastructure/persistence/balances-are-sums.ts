import { idBefore } from '@payments/kernel';
import type { Violation, Invariant, InvariantScope } from '@payments/persistence';
import type { RecomputedBalance } from '../../application/checks.js';
import { NOTHING_SUMMED, sumEntries, withBalances } from './recompute.js';
import type { SummedEntries } from './recompute.js';

/** Entries that are this old have all been committed: their ids follow time, and no transaction is open that long. */
const SETTLED_MS = 10 * 60_000;

/** Also what is wrong with the balance of one account, for `ledger verify`. */
export function brokenBalances(balances: readonly RecomputedBalance[]): Violation[] {
  return balances
    .filter(({ balance = 0n, recomputed }) => balance !== recomputed)
    .map(({ account, balance, recomputed }) => ({
      subject: account,
      message: `the balance is ${balance ?? 'missing'}, but its entries sum to ${recomputed}`,
    }));
}

/**
 * A look at everything adds up all entries, and keeps what the older ones come to; a look at what changed goes on from
 * there.
 */
export const balancesAreSums: Invariant = {
  name: 'balances-are-sums',
  rule: 'every balance is the sum of its entries',
  find: async (scope) => {
    const { transaction, enterpriseId, now } = scope;
    const start = await keptSums(scope);
    const settled = await sumEntries(
      { transaction, enterpriseId, before: idBefore(new Date(now.getTime() - SETTLED_MS)) },
      start,
    );
    keepSums(scope, settled);
    const all = await sumEntries({ transaction, enterpriseId }, settled);
    return brokenBalances((await withBalances({ transaction, enterpriseId }, all)).balances);
  },
};

interface SumsRow {
  readonly last_id: string;
  readonly entries: number;
  readonly sums: Readonly<Record<string, string>>;
}

async function keptSums({ transaction, enterpriseId, since }: InvariantScope): Promise<SummedEntries> {
  if (since === undefined) return NOTHING_SUMMED;
  const [row] = await transaction.query<SumsRow>(
    `SELECT last_id, entries, sums FROM ledger.checked_sums WHERE enterprise_id = $1`,
    [enterpriseId],
  );
  if (row === undefined) return NOTHING_SUMMED;
  const totals = Object.entries(row.sums).map(([account, cents]) => [account, BigInt(cents)]);
  return { last: row.last_id, entries: row.entries, totals: new Map(totals as [never, bigint][]) };
}

function keepSums({ store, enterpriseId }: InvariantScope, { last, entries, totals }: SummedEntries): void {
  const sums = Object.fromEntries([...totals].map(([account, cents]) => [account, String(cents)]));
  store?.(
    `INSERT INTO ledger.checked_sums (enterprise_id, last_id, entries, sums) VALUES ($1, $2, $3, $4)
     ON CONFLICT (enterprise_id) DO UPDATE
       SET last_id = excluded.last_id, entries = excluded.entries, sums = excluded.sums`,
    [enterpriseId, last, entries, JSON.stringify(sums)],
  );
}
