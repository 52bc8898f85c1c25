import { idBefore } from '@payments/kernel';
import type { Violation, Invariant, InvariantScope } from '@payments/persistence';
import type { RecomputedBalance } from '../../application/checks.js';
import { OWN_BOOK, placeKey } from '../../domain/books.js';
import { NOTHING_SUMMED, sumEntries, withBalances } from './recompute.js';
import type { SummedEntries } from './recompute.js';

/** Entries this old are committed: their ids follow time, and no transaction stays open this long. */
const SETTLED_MS = 10 * 60_000;

/** Accounts whose balance is not the sum of their entries; also for `ledger verify`. */
export function brokenBalances(balances: readonly RecomputedBalance[]): Violation[] {
  return balances
    .filter(({ balance = 0n, recomputed }) => balance !== recomputed)
    .map(({ book = OWN_BOOK, account, balance, recomputed }) => ({
      subject: placeKey({ book, account }),
      message: `the balance is ${balance ?? 'missing'}, but its entries sum to ${recomputed}`,
    }));
}

/**
 * A full check adds up all entries and stores the balances at an older entry as a checkpoint. An incremental check starts
 * from the checkpoint.
 */
export const balancesAreSums: Invariant = {
  name: 'balances-are-sums',
  rule: 'every balance is the sum of its entries',
  find: async (scope) => {
    const { transaction, enterpriseId, now } = scope;
    const start = await loadCheckpoint(scope);
    const settled = await sumEntries(
      { transaction, enterpriseId, before: idBefore(new Date(now.getTime() - SETTLED_MS)) },
      start,
    );
    storeCheckpoint(scope, settled);
    const all = await sumEntries({ transaction, enterpriseId }, settled);
    return brokenBalances((await withBalances({ transaction, enterpriseId }, all)).balances);
  },
};

interface CheckpointRow {
  readonly last_entry_id: string;
  readonly entry_count: number;
  readonly balances: Readonly<Record<string, string>>;
}

async function loadCheckpoint({ transaction, enterpriseId, since }: InvariantScope): Promise<SummedEntries> {
  if (since === undefined) return NOTHING_SUMMED;
  const [row] = await transaction.query<CheckpointRow>(
    `SELECT last_entry_id, entry_count, balances FROM ledger.balance_checkpoints WHERE enterprise_id = $1`,
    [enterpriseId],
  );
  if (row === undefined) return NOTHING_SUMMED;
  const totals = new Map(Object.entries(row.balances).map(([place, cents]) => [place, BigInt(cents)]));
  return { last: row.last_entry_id, entries: row.entry_count, totals };
}

function storeCheckpoint({ store, enterpriseId }: InvariantScope, { last, entries, totals }: SummedEntries): void {
  const balances = Object.fromEntries([...totals].map(([place, cents]) => [place, String(cents)]));
  store?.(
    `INSERT INTO ledger.balance_checkpoints (enterprise_id, last_entry_id, entry_count, balances) VALUES ($1, $2, $3, $4)
     ON CONFLICT (enterprise_id) DO UPDATE
       SET last_entry_id = excluded.last_entry_id, entry_count = excluded.entry_count, balances = excluded.balances`,
    [enterpriseId, last, entries, JSON.stringify(balances)],
  );
}
