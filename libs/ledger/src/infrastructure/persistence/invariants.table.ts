import { cheapInvariant, ofMoney } from '@payments/persistence';
import type { Invariant } from '@payments/persistence';
import { balancesAreSums } from './balances-are-sums.js';
import { OWN_BOOK } from '../../domain/books.js';
import { dayEndsAreSums } from './day-ends-are-sums.js';
import { entriesFollowTime } from './entries-follow-time.js';
import { resetsRestoreTheBalance } from './resets-restore-the-balance.js';

/** Positions are unique by the database: a gap among older ones would need an entry that was deleted, and sums show that. */
const NEWEST = 1_000;

/** All except those that add up entries; cheap for any number of entries. */
const cheapInvariants: readonly Invariant[] = [
  cheapInvariant(
    'balances-cancel-out',
    'the balances of all accounts sum to 0',
    `SELECT 'all accounts' AS subject, format('the balances sum to %s', sum(balance)) AS message
     FROM (SELECT balance FROM ledger.balances WHERE enterprise_id = $1
       UNION ALL SELECT balance FROM ledger.book_balances WHERE enterprise_id = $1) AS of_all_books
     HAVING sum(balance) <> 0`,
  ),
  cheapInvariant(
    'no-negative-hold',
    'reserved and pending balances are never negative',
    `SELECT account AS subject, format('the balance is %s', balance) AS message
     FROM ledger.balances WHERE enterprise_id = $1 AND account IN ('reserved', 'pending') AND balance < 0
     UNION ALL SELECT book || '/' || account, format('the balance is %s', balance)
     FROM ledger.book_balances WHERE enterprise_id = $1 AND account IN ('reserved', 'pending') AND balance < 0`,
  ),
  cheapInvariant(
    'entries-have-no-gap',
    'entries have positions from 1 without gaps, up to the last position and the last time of their enterprise',
    `WITH door AS (
       SELECT coalesce(max(last_position), 0) AS last, max(last_at) AS last_at FROM ledger.doors WHERE enterprise_id = $1),
     newest AS (
       SELECT count(*) AS entries, max(position) AS last, max(created_at) AS last_at FROM ledger.entries, door
       WHERE enterprise_id = $1 AND position > door.last - ${NEWEST})
     SELECT 'all entries' AS subject,
       format('the door is at %s and %s, but the newest %s positions have %s entries up to %s and %s', door.last, door.last_at,
         least(door.last, ${NEWEST}), entries, coalesce(newest.last::text, 'none'), newest.last_at) AS message
     FROM door, newest
     WHERE entries <> least(door.last, ${NEWEST}) OR newest.last <> door.last OR newest.last_at > door.last_at`,
  ),
  cheapInvariant(
    'credits-are-booked',
    'every credit has exactly one entry with its amount, and every such entry has its credit',
    `SELECT coalesce(credit.id, entry.subject_id)::text AS subject,
       format('the credit is %s, but its entry is %s', coalesce(credit.amount::text, 'missing'),
         coalesce(entry.amount::text, 'missing')) AS message
     FROM (SELECT id, amount FROM ledger.credits WHERE enterprise_id = $1) AS credit
     FULL JOIN (
       SELECT subject_id, amount, debit_account, credit_account, debit_book, credit_book FROM ledger.entries
       WHERE enterprise_id = $1 AND kind = 'credit') AS entry ON entry.subject_id = credit.id
     WHERE credit.amount IS DISTINCT FROM entry.amount
       OR (entry.debit_account, entry.credit_account) <> ('cash', 'available')
       OR (entry.debit_book, entry.credit_book) <> ('${OWN_BOOK}', '${OWN_BOOK}')`,
  ),
];

/** The invariants of the ledger, for tests and for the checks of the running service. */
export const ledgerInvariants = ofMoney(
  balancesAreSums,
  dayEndsAreSums,
  entriesFollowTime,
  resetsRestoreTheBalance,
  ...cheapInvariants,
);
