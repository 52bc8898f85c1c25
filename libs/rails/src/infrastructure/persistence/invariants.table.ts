import { DAY_MS, idBefore } from '@payments/kernel';
import { LATE_COMMIT_MS } from '@payments/messaging';
import { cheapInvariant, ofMoney } from '@payments/persistence';
import type { EntryOwner, Invariant, InvariantScope, Violation } from '@payments/persistence';
import { BOOKABLE_KINDS } from '../../domain/inbound/exceptions.table.js';
import {
  postingInvariants,
  POSTINGS_FOLLOW_MS,
  POSTINGS_OF_FILES,
  POSTINGS_STAND_DAYS,
} from './posting-invariants.table.js';

const STEP = 50;
const FIRST = '00000000-0000-0000-0000-000000000000';
/** RETENTION_RAIL_DAYS is not less. */
const FILES_STAND_DAYS = 365;

// The next file after one in which the enterprise has a batch or an entry: one step of an index at a time.
const next = (after: string) => `(
  SELECT file_id FROM (
    (SELECT file_id FROM rails.batches WHERE for_enterprise = $1 AND file_id > ${after} ORDER BY file_id LIMIT 1)
    UNION ALL
    (SELECT file_id FROM rails.entries WHERE enterprise_id = $1 AND file_id > ${after} ORDER BY file_id LIMIT 1)) AS found
  ORDER BY file_id LIMIT 1)`;

const FILES_AFTER = `
  WITH RECURSIVE steps AS (
    SELECT ${next('$2')} AS file_id
    UNION ALL
    SELECT ${next('steps.file_id')} FROM steps WHERE steps.file_id IS NOT NULL)
  SELECT file_id AS id FROM steps WHERE file_id IS NOT NULL LIMIT ${STEP}`;

/** The ids of the files to look at, in steps: all with something of the enterprise, or those that changed since. */
async function* filesOf({ transaction, enterpriseId, since }: InvariantScope): AsyncGenerator<string[]> {
  if (since !== undefined) {
    const changed = await transaction.query<{ id: string }>(`SELECT id FROM rails.files WHERE updated_at >= $1`, [
      new Date(since.getTime() - LATE_COMMIT_MS),
    ]);
    for (let start = 0; start < changed.length; start += STEP) {
      yield changed.slice(start, start + STEP).map(({ id }) => id);
    }
    return;
  }
  for (let after = FIRST; ;) {
    const rows = await transaction.query<{ id: string }>(FILES_AFTER, [enterpriseId, after]);
    if (rows.length === 0) return;
    yield rows.map(({ id }) => id);
    after = rows.at(-1)!.id;
  }
}

/**
 * A rule that a statement checks: 1 is the enterprise, 2 the files, and where needed 3 an id before which files may be removed, 4 a
 * time since which postings may follow.
 */
function ofFiles(name: string, rule: string, sql: string): Invariant {
  return {
    ...{ name, rule, isOfMoney: true },
    find: async (scope) => {
      const violations: Violation[] = [];
      const mayBeRemoved = idBefore(new Date(scope.now.getTime() - FILES_STAND_DAYS * DAY_MS));
      const follows = new Date(scope.now.getTime() - POSTINGS_FOLLOW_MS);
      for await (const ids of filesOf(scope)) {
        const values = [scope.enterpriseId, ids, mayBeRemoved, follows].filter((_, at) => sql.includes(`$${at + 1}`));
        violations.push(...(await scope.transaction.query<Violation>(sql, values)));
      }
      return violations;
    },
  };
}

// A batch has one direction, and its offset has the same amount in the other.
const CONTENT = `
  WITH files AS (
    SELECT id, batches, entries, debit, credit FROM rails.files
    WHERE id = ANY($2::uuid[]) AND state NOT IN ('building', 'dropped', 'withdrawn', 'resubmitted')
  ), stated AS (
    SELECT file_id, batch_key, entries::bigint AS entries, greatest(debit, credit) AS amount FROM rails.batches
    WHERE for_enterprise = $1 AND file_id = ANY($2::uuid[])
  ), filed AS (
    SELECT file_id, batch_key, count(*) AS entries, sum(amount)::bigint AS amount FROM rails.entries
    WHERE enterprise_id = $1 AND file_id = ANY($2::uuid[]) GROUP BY file_id, batch_key)
  SELECT files.id::text AS subject, format('batch %s states %s entries of %s cents, but has %s of %s', batch_key,
    coalesce(stated.entries, 0), coalesce(stated.amount, 0), coalesce(filed.entries, 0), coalesce(filed.amount, 0)) AS message
  FROM stated FULL JOIN filed USING (file_id, batch_key) JOIN files ON files.id = file_id
  WHERE (stated.entries, stated.amount) IS DISTINCT FROM (filed.entries, filed.amount)
  UNION ALL
  SELECT files.id::text, format('it states %s batches with %s entries, debits of %s and credits of %s cents, but has %s',
    batches, entries, debit, credit, sums)
  FROM files CROSS JOIN LATERAL (
    SELECT ROW(count(*), sum(b.entries), sum(b.debit), sum(b.credit))::text AS sums,
      count(*) = files.batches AND sum(b.entries) = files.entries AND sum(b.debit) = files.debit
        AND sum(b.credit) = files.credit AS agree
    FROM rails.batches b WHERE b.file_id = files.id) AS own
  WHERE NOT agree AND EXISTS (SELECT FROM rails.batches b WHERE b.file_id = files.id AND b.for_enterprise = $1)`;

// A return proves that the bank has the file, and a rejected entry needs none.
const PLACE = `
  SELECT e.end_to_end_id AS subject,
    format('it is %s, but its file %s is %s', e.state, e.file_id, coalesce(f.state, 'missing')) AS message
  FROM rails.entries e LEFT JOIN rails.files f ON f.id = e.file_id
  WHERE e.enterprise_id = $1 AND e.file_id = ANY($2::uuid[]) AND CASE
    WHEN f.id IS NULL THEN e.state IN ('filed', 'accepted') OR e.file_id > $3
    WHEN e.state IN ('filed', 'accepted') AND f.entries_become IS NULL
      AND f.state IN ('closed', 'dropped', 'withdrawn', 'resubmitted', 'failed') THEN true
    WHEN e.state IN ('accepted', 'settled') THEN num_nonnulls(f.uploaded_at, f.acknowledged_at) = 0
    ELSE false END`;

// A bank adds up its lines, and so do we. A statement begins where the one before it ended, also where the bank states no opening
// balance, or a comparison of both has found the gap. Retention may remove what stood between older ones.
const STATEMENTS = `
  WITH own AS MATERIALIZED (
    SELECT id, opening, closing, credits, debits, created_at, reconciled_at, has_gap,
      coalesce(opening, closing - credits + debits) AS begins, lag(closing) OVER before AS ended,
      lag(reconciled_at) OVER before AS reconciled_before, lag(created_at) OVER before AS created_before
    FROM rails.own_statements WHERE enterprise_id = $1 AND state = 'current'
    WINDOW before AS (PARTITION BY connection ORDER BY day, sequence NULLS LAST, created_at, id))
  SELECT s.id::text AS subject, format('it opens with %s after %s and closes with %s, but its lines bring %s and take %s; it says %s and %s',
    coalesce(s.opening::text, 'nothing'), coalesce(s.ended::text, 'none'), s.closing, l.credits, l.debits, s.credits, s.debits) AS message
  FROM own s CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount) FILTER (WHERE direction = 'credit'), 0) AS credits,
      coalesce(sum(amount) FILTER (WHERE direction = 'debit'), 0) AS debits
    FROM rails.statement_lines WHERE statement_id = s.id AND status = 'booked') AS l
  WHERE s.created_at >= $2 AND ((s.credits, s.debits) <> (l.credits, l.debits) OR s.closing <> s.opening + l.credits - l.debits
    OR s.begins <> s.ended AND NOT s.has_gap AND s.reconciled_at IS NOT NULL AND s.reconciled_before IS NOT NULL
      AND least(s.created_at, s.created_before) > now() - interval '${POSTINGS_STAND_DAYS} days')`;

const since = (name: string, rule: string, sql: string): Invariant => ({
  ...{ name, rule, isOfMoney: true },
  find: (scope) =>
    scope.transaction.query<Violation>(sql, [
      scope.enterpriseId,
      new Date((scope.since ?? new Date(0)).getTime() - LATE_COMMIT_MS),
    ]),
});

const UNREPORTED = `
  SELECT end_to_end_id AS subject, format('its result %s, %s, was not reported', key, kind) AS message
  FROM rails.results WHERE enterprise_id = $1 AND reported_at IS NULL AND created_at < $2::timestamptz - interval '1 hour'`;

// What is in suspense belongs to an exception that somebody still has to resolve: its subject.
const SUSPENSE = `
  WITH held AS (
    SELECT subject_id, sum(CASE WHEN credit_account = 'suspense' THEN amount ELSE -amount END) AS cents
    FROM ledger.entries WHERE enterprise_id = $1 AND (debit_account = 'suspense' OR credit_account = 'suspense')
    GROUP BY subject_id)
  SELECT subject_id::text AS subject, format('%s cents of it are in suspense, but no open exception says why', cents) AS message
  FROM held WHERE cents <> 0 AND NOT EXISTS (
    SELECT FROM rails.exceptions x WHERE x.id = subject_id AND x.state = 'open'
      AND (x.for_enterprise = $1 OR x.decision = 'booked: ' || $1::text))`;

/** Every rule that always holds of files to banks. Names and bytes of files are unique by the database. */
export const railsInvariants: readonly Invariant[] = [
  ofFiles('bank-files-have-their-entries', 'a file to a bank has the entries and the sums that it states', CONTENT),
  ofFiles(
    'bank-entries-have-their-file',
    'an entry that was sent is in a file that moves, or that the bank has',
    PLACE,
  ),
  ...ofMoney(cheapInvariant('suspense-is-explained', 'money in suspense is that of open exceptions', SUSPENSE)),
  ofFiles(
    'bank-postings-are-sums',
    'what a bank is expected to book for a file is the sum of the entries that it takes',
    POSTINGS_OF_FILES,
  ),
  ...postingInvariants,
  since(
    'statements-add-up',
    'a statement closes with its opening balance, which is the end of the statement before it, and its lines',
    STATEMENTS,
  ),
  cheapInvariant('no-stuck-bank-result', 'a result of a bank is reported within an hour', UNREPORTED),
];

const IN_SUSPENSE = ['cash suspense', 'suspense cash'];

const OF_EXCEPTION = `EXISTS (
  SELECT FROM rails.exceptions x WHERE x.id = e.subject_id AND (x.for_enterprise = $1 OR x.decision = 'booked: ' || $1::text)`;

const ofSubject = (others: string) =>
  `SELECT FROM ledger.entries o WHERE o.enterprise_id = $1 AND o.subject_id = e.subject_id AND ${others}`;

/**
 * What exceptions make entries for: one receipt of their amount, in the direction in which the bank booked it, and allocations
 * of what was in suspense. Retention removes an exception after more days than these.
 */
export const exceptionEntryOwners: readonly EntryOwner[] = [
  {
    kinds: [...BOOKABLE_KINDS].filter((kind) => kind !== 'reversal' && kind !== 'statement_line'),
    ...{ accounts: IN_SUSPENSE, isOnce: true, isOwnBook: true, standsDays: FILES_STAND_DAYS },
    owns: `${OF_EXCEPTION} AND abs(x.amount) = e.amount)
      AND NOT EXISTS (${ofSubject(`o.id <> e.id AND o.kind <> 'allocate'`)})
      AND NOT EXISTS (SELECT FROM rails.postings p WHERE p.enterprise_id = $1 AND p.key = 'exception:' || e.subject_id
        AND (p.amount, p.direction) <> (e.amount, CASE e.debit_account WHEN 'cash' THEN 'credit' ELSE 'debit' END))
      AND (NOT EXISTS (${ofSubject(`o.kind = 'allocate'`)})
        OR EXISTS (SELECT FROM rails.postings p WHERE p.enterprise_id = $1 AND p.key = 'exception:' || e.subject_id))`,
  },
  {
    kinds: ['reversal', 'returned_reversal', 'statement_line', 'corrected_line'],
    ...{ accounts: IN_SUSPENSE, isOnce: true, isOwnBook: true, standsDays: FILES_STAND_DAYS },
    owns: `${OF_EXCEPTION} AND abs(x.amount) = e.amount)
      AND NOT EXISTS (${ofSubject(`o.kind NOT IN ('allocate', 'reversal', 'returned_reversal', 'statement_line', 'credit', 'corrected_line')`)})
      AND (e.kind IN ('reversal', 'statement_line')
        OR EXISTS (${ofSubject(`o.kind IN ('reversal', 'statement_line', 'credit') AND o.debit_account = e.credit_account`)}))`,
  },
  {
    kinds: ['allocate'],
    ...{ accounts: ['suspense available', 'available suspense'], isOwnBook: true, standsDays: FILES_STAND_DAYS },
    owns: `${OF_EXCEPTION}) AND e.amount = CASE e.debit_account WHEN 'suspense' THEN 1 ELSE -1 END * (
      SELECT sum(CASE o.credit_account WHEN 'suspense' THEN o.amount ELSE -o.amount END) FROM ledger.entries o
      WHERE o.enterprise_id = $1 AND o.subject_id = e.subject_id AND o.position < e.position
        AND (o.debit_account = 'suspense' OR o.credit_account = 'suspense'))`,
  },
];
