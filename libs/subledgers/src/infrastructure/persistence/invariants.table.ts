import { LATE_COMMIT_MS } from '@payments/messaging';
import { cheapInvariant } from '@payments/persistence';
import type { EntryOwner, Invariant, Violation } from '@payments/persistence';

const OWN_BOOK = `'00000000-0000-0000-0000-000000000000'::uuid`;

const ENTRIES = `
  SELECT t.id::text AS subject, format('it is %s, but has %s entries of its amount between its books', t.status,
    count(e.subject_id)) AS message
  FROM subledgers.book_transfers t LEFT JOIN ledger.entries e ON e.enterprise_id = $1 AND e.subject_id = t.id
    AND e.kind = 'book' AND e.amount = t.amount AND (e.debit_account, e.credit_account) = ('available', 'available')
    AND e.debit_book = coalesce(t.source_id, ${OWN_BOOK}) AND e.credit_book = coalesce(t.destination_id, ${OWN_BOOK})
  WHERE t.enterprise_id = $1 AND t.updated_at >= $2
  GROUP BY t.id, t.status HAVING count(e.subject_id) <> (CASE t.status WHEN 'completed' THEN 1 ELSE 0 END)`;

// Somebody sees it in the portal at once; after that time nobody has acted.
const UNSETTLED = `
  SELECT s.id::text AS subject, format('it is closed, but its %s balance is %s since %s', b.account, b.balance, b.updated_at)
    AS message
  FROM subledgers.subledgers s JOIN ledger.book_balances b ON b.enterprise_id = $1 AND b.book = s.id
  WHERE s.enterprise_id = $1 AND s.closed_at IS NOT NULL AND b.balance <> 0
    AND b.updated_at < $2::timestamptz - interval '3 days'`;

/** Every rule that always holds of subledgers. */
export const subledgerInvariants: readonly Invariant[] = [
  {
    name: 'book-transfers-have-their-entry',
    rule: 'a completed book transfer has one entry of its amount between its books, any other none',
    isOfMoney: true,
    find: ({ transaction, enterpriseId, since = new Date(0) }) =>
      transaction.query<Violation>(ENTRIES, [enterpriseId, new Date(since.getTime() - LATE_COMMIT_MS)]),
  },
  cheapInvariant(
    'closed-subledgers-are-settled',
    'what a late return leaves in a closed subledger, or takes from it, is settled within three days',
    UNSETTLED,
  ),
];

/** What book transfers make entries for. */
export const bookEntryOwners: readonly EntryOwner[] = [
  {
    kinds: ['book'],
    ...{ accounts: ['available available'], isOnce: true },
    owns: `EXISTS (
      SELECT FROM subledgers.book_transfers t
      WHERE t.enterprise_id = $1 AND t.id = e.subject_id AND t.status = 'completed' AND t.amount = e.amount AND t.updated_at = e.banking_at
        AND e.debit_book = coalesce(t.source_id, ${OWN_BOOK}) AND e.credit_book = coalesce(t.destination_id, ${OWN_BOOK}))`,
  },
];
