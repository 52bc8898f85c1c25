import type { Transaction } from '@payments/persistence';
import type { Recomputation } from '../../application/checks.js';
import { ledgerAccounts } from '../../domain/accounts.js';
import type { LedgerAccount } from '../../domain/accounts.js';

const STEP = 5_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const SUM_OF_STEP = `
  WITH step AS MATERIALIZED (
    SELECT id, debit_account, credit_account, amount FROM ledger.entries
    WHERE enterprise_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT ${STEP}),
  movements AS (
    SELECT debit_account AS account, -amount AS cents FROM step UNION ALL SELECT credit_account, amount FROM step),
  sums AS (SELECT account, sum(cents)::text AS cents FROM movements GROUP BY account)
  SELECT (SELECT count(*)::int FROM step) AS entries, (SELECT id FROM step ORDER BY id DESC LIMIT 1) AS last,
    (SELECT jsonb_object_agg(account, cents) FROM sums) AS sums`;

interface Step {
  readonly entries: number;
  readonly last: string | null;
  readonly sums: Readonly<Partial<Record<LedgerAccount, string>>> | null;
}

interface Source {
  readonly transaction: Pick<Transaction, 'query'>;
  readonly enterpriseId: string;
  /** Entries from this id on are ignored. */
  readonly before?: string;
  /** Called after each step with the number of entries read. */
  readonly onEntries?: (entries: number) => void;
}

/** The sums of entries, up to the last one that was added. */
export interface SummedEntries {
  readonly last: string;
  readonly entries: number;
  readonly totals: ReadonlyMap<LedgerAccount, bigint>;
}

export const NOTHING_SUMMED: SummedEntries = { last: BEFORE_ALL, entries: 0, totals: new Map() };

/** Adds the entries that are not summed yet, in steps of bounded size. */
export async function sumEntries(
  { transaction, enterpriseId, before = AFTER_ALL, onEntries }: Source,
  start: SummedEntries,
): Promise<SummedEntries> {
  const totals = new Map(start.totals);
  let { entries, last } = start;
  for (;;) {
    const [step] = await transaction.query<Step>(SUM_OF_STEP, [enterpriseId, last, before], 'sum-entries');
    for (const [account, cents] of Object.entries(step!.sums ?? {}) as [LedgerAccount, string][]) {
      totals.set(account, (totals.get(account) ?? 0n) + BigInt(cents));
    }
    entries += step!.entries;
    onEntries?.(step!.entries);
    if (step!.last === null) return { last, entries, totals };
    last = step!.last;
  }
}

/** Pairs the sums with the balances of the enterprise. */
export async function withBalances(
  { transaction, enterpriseId }: Pick<Source, 'transaction' | 'enterpriseId'>,
  { entries, totals }: SummedEntries,
): Promise<Recomputation> {
  const rows = await transaction.query<{ account: LedgerAccount; balance: string }>(
    `SELECT account, balance FROM ledger.balances WHERE enterprise_id = $1`,
    [enterpriseId],
  );
  const known = new Map(rows.map(({ account, balance }) => [account, BigInt(balance)]));
  const balances = ledgerAccounts.map((account) => {
    const balance = known.get(account);
    return { account, ...(balance !== undefined && { balance }), recomputed: totals.get(account) ?? 0n };
  });
  return { entries, balances };
}

/** The balances of an enterprise, paired with the sums of all its entries. */
export async function recompute(source: Source): Promise<Recomputation> {
  return withBalances(source, await sumEntries(source, NOTHING_SUMMED));
}
