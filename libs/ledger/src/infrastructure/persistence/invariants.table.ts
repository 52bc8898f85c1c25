/** A rule that always holds for the ledger of one enterprise. */
export interface LedgerInvariant {
  readonly name: string;
  /** The rule as a sentence. */
  readonly rule: string;
  /** Finds where it is broken, for the enterprise that is parameter 1: `subject` and `message`, both text. */
  readonly sql: string;
}

/** Compares all entries at once; `ledger verify` does the same in steps, for ledgers of any size. */
export const balancesAreSums: LedgerInvariant = {
  name: 'balances-are-sums',
  rule: 'every balance is the sum of its entries',
  sql: `
    SELECT account AS subject,
      format('the balance is %s, its entries sum to %s', coalesce(balance::text, 'missing'), coalesce(total, 0)) AS message
    FROM (SELECT account, balance FROM ledger.balances WHERE enterprise_id = $1) AS known
    FULL JOIN (
      SELECT account, sum(cents) AS total FROM (
        SELECT debit_account AS account, -amount AS cents FROM ledger.entries WHERE enterprise_id = $1
        UNION ALL SELECT credit_account, amount FROM ledger.entries WHERE enterprise_id = $1) AS movements
      GROUP BY account) AS sums USING (account)
    WHERE balance IS DISTINCT FROM coalesce(total, 0)`,
};

/** All but `balancesAreSums`; cheap however many entries there are. */
export const cheapInvariants: readonly LedgerInvariant[] = [
  {
    name: 'balances-cancel-out',
    rule: 'the balances of all accounts sum to 0',
    sql: `
      SELECT 'all accounts' AS subject, format('the balances sum to %s', sum(balance)) AS message
      FROM ledger.balances WHERE enterprise_id = $1 HAVING sum(balance) <> 0`,
  },
  {
    name: 'nothing-held-below-zero',
    rule: 'what is reserved or pending is never less than nothing',
    sql: `
      SELECT account AS subject, format('the balance is %s', balance) AS message
      FROM ledger.balances WHERE enterprise_id = $1 AND account IN ('reserved', 'pending') AND balance < 0`,
  },
  {
    name: 'credits-are-booked',
    rule: 'every credit has its one entry, of its amount, and every such entry its credit',
    sql: `
      SELECT coalesce(credit.id, entry.subject_id)::text AS subject,
        format('the credit is %s, its entry %s', coalesce(credit.amount::text, 'missing'),
          coalesce(entry.amount::text, 'missing')) AS message
      FROM (SELECT id, amount FROM ledger.credits WHERE enterprise_id = $1) AS credit
      FULL JOIN (
        SELECT subject_id, amount, debit_account, credit_account FROM ledger.entries
        WHERE enterprise_id = $1 AND kind = 'credit') AS entry ON entry.subject_id = credit.id
      WHERE credit.amount IS DISTINCT FROM entry.amount
        OR (entry.debit_account, entry.credit_account) <> ('cash', 'available')`,
  },
];

/** Every rule that always holds: for tests, and for whoever watches a running service. */
export const ledgerInvariants: readonly LedgerInvariant[] = [balancesAreSums, ...cheapInvariants];
