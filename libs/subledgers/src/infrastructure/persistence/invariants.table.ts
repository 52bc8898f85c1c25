import { LATE_COMMIT_MS } from '@payments/messaging';
import type { Invariant, Violation } from '@payments/persistence';

const OWN_BOOK = `'00000000-0000-0000-0000-000000000000'::uuid`;

const ENTRIES = `
  SELECT t.id::text AS subject, format('it is %s, but has %s entries of its amount between its books', t.status,
    count(e.subject_id)) AS message
  FROM subledgers.book_transfers t LEFT JOIN ledger.entries e ON e.enterprise_id = $1 AND e.subject_id = t.id
    AND e.kind = 'book' AND e.amount = t.amount AND (e.debit_account, e.credit_account) = ('available', 'available')
    AND e.debit_book = coalesce(t.source_id, ${OWN_BOOK}) AND e.credit_book = coalesce(t.destination_id, ${OWN_BOOK})
  WHERE t.enterprise_id = $1 AND t.updated_at >= $2
  GROUP BY t.id, t.status HAVING count(e.subject_id) <> (CASE t.status WHEN 'completed' THEN 1 ELSE 0 END)
  UNION ALL
  SELECT e.subject_id::text, 'it has an entry, but is no completed book transfer'
  FROM ledger.entries e
  WHERE e.enterprise_id = $1 AND e.kind = 'book' AND e.created_at >= $2 AND NOT EXISTS (
    SELECT FROM subledgers.book_transfers t
    WHERE t.enterprise_id = $1 AND t.id = e.subject_id AND t.status = 'completed')`;

/** Every rule that always holds of subledgers. */
export const subledgerInvariants: readonly Invariant[] = [
  {
    name: 'book-transfers-have-their-entry',
    rule: 'a completed book transfer has one entry, any other none, and every such entry its book transfer',
    find: ({ transaction, enterpriseId, since = new Date(0) }) =>
      transaction.query<Violation>(ENTRIES, [enterpriseId, new Date(since.getTime() - LATE_COMMIT_MS)]),
  },
];
