import type { Transaction } from '@payments/platform';
import type { Recomputation } from '../../application/checks.js';
import { ledgerAccounts } from '../../domain/accounts.js';
import type { LedgerAccount } from '../../domain/accounts.js';

const STEP = 5_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

const SUM_OF_STEP = `
  WITH step AS MATERIALIZED (
    SELECT id, debit_account, credit_account, amount FROM ledger.entries
    WHERE enterprise_id = $1 AND id > $2 ORDER BY id LIMIT ${STEP}),
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
  readonly transaction: Transaction;
  readonly enterpriseId: string;
  /** Is told, step by step, how many entries were read. */
  readonly onEntries: (entries: number) => void;
}

/** The balances of an enterprise beside what all its entries sum to, read in steps of bounded size. */
export async function recompute({ transaction, enterpriseId, onEntries }: Source): Promise<Recomputation> {
  const totals = new Map<LedgerAccount, bigint>();
  let entries = 0;
  for (let last: string | null = BEFORE_ALL; last !== null;) {
    const [step]: Step[] = await transaction.query<Step>(SUM_OF_STEP, [enterpriseId, last], 'sum-entries');
    for (const [account, cents] of Object.entries(step!.sums ?? {}) as [LedgerAccount, string][]) {
      totals.set(account, (totals.get(account) ?? 0n) + BigInt(cents));
    }
    entries += step!.entries;
    onEntries(step!.entries);
    last = step!.last;
  }
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
