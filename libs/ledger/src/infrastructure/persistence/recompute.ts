import type { Transaction } from '@payments/persistence';
import type { Recomputation } from '../../application/checks.js';
import { ledgerAccounts } from '../../domain/accounts.js';
import type { LedgerAccount } from '../../domain/accounts.js';
import { OWN_BOOK, placeKey, placeOf } from '../../domain/books.js';

const STEP = 5_000;
/** The id that every other follows. */
export const BEFORE_ALL = OWN_BOOK;
const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The key of a place, as SQL. */
export const placeIn = (book: string, account: string) =>
  `CASE WHEN ${book} = '${OWN_BOOK}' THEN ${account} ELSE ${book} || '/' || ${account} END`;

/** Entries as the movements of their places. */
export const movementsIn = (entries: string) => `
  SELECT ${placeIn('debit_book', 'debit_account')} AS place, -amount AS cents FROM ${entries}
  UNION ALL SELECT ${placeIn('credit_book', 'credit_account')}, amount FROM ${entries}`;

const SUM_OF_STEP = `
  WITH step AS MATERIALIZED (
    SELECT id, debit_account, credit_account, debit_book, credit_book, amount FROM ledger.entries
    WHERE enterprise_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT ${STEP}),
  movements AS (${movementsIn('step')}),
  sums AS (SELECT place, sum(cents)::text AS cents FROM movements GROUP BY place)
  SELECT (SELECT count(*)::int FROM step) AS entries, (SELECT id FROM step ORDER BY id DESC LIMIT 1) AS last,
    (SELECT jsonb_object_agg(place, cents) FROM sums) AS sums`;

interface Step {
  readonly entries: number;
  readonly last: string | null;
  readonly sums: Readonly<Record<string, string>> | null;
}

interface Source {
  readonly transaction: Pick<Transaction, 'query'>;
  readonly enterpriseId: string;
  /** Entries from this id on are ignored. */
  readonly before?: string;
  /** Called after each step with the number of entries read. */
  readonly onEntries?: (entries: number) => void;
}

/** The sums of entries by place, up to the last one that was added. */
export interface SummedEntries {
  readonly last: string;
  readonly entries: number;
  readonly totals: ReadonlyMap<string, bigint>;
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
    for (const [place, cents] of Object.entries(step!.sums ?? {})) {
      totals.set(place, (totals.get(place) ?? 0n) + BigInt(cents));
    }
    entries += step!.entries;
    onEntries?.(step!.entries);
    if (step!.last === null) return { last, entries, totals };
    last = step!.last;
  }
}

/** Pairs the sums with the balances of the enterprise: first all of its own accounts, then those of other books. */
export async function withBalances(
  { transaction, enterpriseId }: Pick<Source, 'transaction' | 'enterpriseId'>,
  { entries, totals }: SummedEntries,
): Promise<Recomputation> {
  const rows = await transaction.query<{ book: string; account: LedgerAccount; balance: string }>(
    `SELECT '${OWN_BOOK}'::uuid AS book, account, balance FROM ledger.balances WHERE enterprise_id = $1
     UNION ALL SELECT book, account, balance FROM ledger.book_balances WHERE enterprise_id = $1`,
    [enterpriseId],
  );
  const known = new Map(rows.map(({ balance, ...place }) => [placeKey(place), BigInt(balance)]));
  const own = new Set<string>(ledgerAccounts);
  const others = [...new Set([...known.keys(), ...totals.keys()])].filter((place) => !own.has(place)).toSorted();
  const balances = [...ledgerAccounts, ...others].map((key) => {
    const balance = known.get(key);
    const { book, account } = placeOf(key);
    return {
      ...(book !== OWN_BOOK && { book }),
      ...{ account, ...(balance !== undefined && { balance }), recomputed: totals.get(key) ?? 0n },
    };
  });
  return { entries, balances };
}

/** The balances of an enterprise, paired with the sums of all its entries. */
export async function recompute(source: Source): Promise<Recomputation> {
  return withBalances(source, await sumEntries(source, NOTHING_SUMMED));
}
