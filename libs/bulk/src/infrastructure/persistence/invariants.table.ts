import { DAY_MS } from '@payments/kernel';
import { netsOf } from '@payments/ledger';
import { LATE_COMMIT_MS } from '@payments/messaging';
import { cheapInvariant } from '@payments/persistence';
import type { EntryOwner, Invariant, InvariantScope, Violation } from '@payments/persistence';
import { bulkQueues } from '../../application/queues.js';

const QUEUES = `'${bulkQueues.validation}', '${bulkQueues.starts}'`;

// What waits for its confirmation waits for the client; an approval has a task of its own.
const PROGRESS = `
  SELECT b.id::text AS subject, format('it is %s, but has no task', b.status) AS message
  FROM bulk.bulk_transfers b
  WHERE b.enterprise_id = $1 AND (
      b.status = 'validating' OR b.status = 'ready' AND (NOT b.review OR b.confirmed_at IS NOT NULL)
        AND coalesce(b.approval ->> 'status', 'approved') = 'approved')
    AND NOT EXISTS (
      SELECT FROM platform.tasks t WHERE t.enterprise_id = $1 AND t.queue IN (${QUEUES}) AND t.subject_id = b.id)
  UNION ALL
  SELECT c.bulk_id::text, format('its chunk %s is not created, but has no task', c.id)
  FROM bulk.bulk_transfers b JOIN bulk.chunks c ON c.enterprise_id = $1 AND c.bulk_id = b.id AND NOT c.is_done
  WHERE b.enterprise_id = $1 AND b.status = 'running' AND NOT EXISTS (
    SELECT FROM platform.tasks t
    WHERE t.enterprise_id = $1 AND t.queue = '${bulkQueues.creation}' AND t.subject_id = c.id)
  UNION ALL
  SELECT f.bulk_id::text, 'it has ended and holds money, but has no task'
  FROM bulk.bulk_transfers b JOIN bulk.funds f ON f.enterprise_id = $1 AND f.bulk_id = b.id
  WHERE b.enterprise_id = $1 AND b.ended_at IS NOT NULL AND NOT EXISTS (
    SELECT FROM platform.tasks t
    WHERE t.enterprise_id = $1 AND t.queue = '${bulkQueues.ends}' AND t.subject_id = b.id)`;

// Rows are removed long after the end.
const COUNTS = `
  SELECT b.id::text AS subject, format('it counts %s rows of %s cents with %s created, %s skipped and %s refused, but there are %s of %s with %s, %s and %s',
    b.validated, b.amount, b.created, b.skipped, b.refused, r.rows, r.amount, r.created, r.skipped, r.refused) AS message
  FROM bulk.bulk_transfers b CROSS JOIN LATERAL (
    SELECT count(*) AS rows, count(*) FILTER (WHERE status = 'created') AS created,
      count(*) FILTER (WHERE status = 'skipped') AS skipped, count(*) FILTER (WHERE status = 'refused') AS refused,
      coalesce(sum(amount) FILTER (WHERE status <> 'refused'), 0) AS amount
    FROM bulk.rows WHERE enterprise_id = $1 AND bulk_id = b.id) AS r
  WHERE b.enterprise_id = $1 AND b.updated_at >= $2 AND (b.ended_at IS NULL OR b.ended_at > $3)
    AND ((b.validated, b.amount, b.created, b.skipped, b.refused) <> (r.rows, r.amount, r.created, r.skipped, r.refused)
      OR b.expected_amount <> b.amount AND b.status IN ('running', 'completed', 'completed_with_errors'))`;

const TRANSFERS = `
  SELECT b.id::text AS subject, format('the transfer of its row %s, of %s cents, does not exist', r.number, r.amount) AS message
  FROM bulk.bulk_transfers b
  JOIN bulk.rows r ON r.enterprise_id = $1 AND r.bulk_id = b.id AND r.status = 'created'
  WHERE b.enterprise_id = $1 AND b.updated_at >= $2 AND NOT EXISTS (
    SELECT FROM transfers.of_bulk t
    WHERE t.enterprise_id = $1 AND t.bulk_transfer_id = b.id AND t.id = r.transfer_id AND t.amount = r.amount)
  UNION ALL
  SELECT t.bulk_transfer_id::text, format('transfer %s belongs to none of its rows', t.id)
  FROM transfers.of_bulk t
  JOIN bulk.bulk_transfers b ON b.enterprise_id = $1 AND b.id = t.bulk_transfer_id
    AND (b.ended_at IS NULL OR b.ended_at > $3)
  WHERE t.enterprise_id = $1 AND t.created_at >= $2 AND NOT EXISTS (
    SELECT FROM bulk.rows r WHERE r.enterprise_id = $1 AND r.transfer_id = t.id AND r.status = 'created')`;

const countedOf = (bulkId: string) => `
  SELECT count(*) FILTER (WHERE status IN ('completed', 'settled')) AS completed,
    count(*) FILTER (WHERE status = 'failed') AS failed
  FROM transfers.of_bulk WHERE enterprise_id = $1 AND bulk_transfer_id = ${bulkId}`;

// A process that does not know the counts changes only the bulk transfer.
const OUTCOMES = `
  SELECT o.bulk_id::text AS subject, format('it counts %s completed and %s failed transfers, but has %s and %s',
    o.completed, o.failed, t.completed, t.failed) AS message
  FROM bulk.outcomes o CROSS JOIN LATERAL (${countedOf('o.bulk_id')}) AS t
  WHERE o.enterprise_id = $1 AND (o.changed_at >= $2
      OR o.bulk_id IN (SELECT id FROM bulk.bulk_transfers WHERE enterprise_id = $1 AND updated_at >= $2))
    AND (o.completed, o.failed) <> (t.completed, t.failed)`;

/** While rows are certainly kept. */
const ROWS_STAND_DAYS = 80;

/** A rule of rows: of all of them, or of what has changed since. */
const ofRows = (name: string, rule: string, sql: string): Invariant => ({
  ...{ name, rule, isOfMoney: true },
  find: ({ transaction, enterpriseId, since = new Date(0), now }) =>
    transaction.query<Violation>(sql, [
      enterpriseId,
      new Date(since.getTime() - LATE_COMMIT_MS),
      ...(sql.includes('$3') ? [new Date(now.getTime() - ROWS_STAND_DAYS * DAY_MS)] : []),
    ]),
});

async function findWrongFunds({ transaction, enterpriseId, since }: InvariantScope): Promise<Violation[]> {
  const funds = await transaction.query<{ id: string; place: string | null; amount: string | null }>(
    `SELECT b.id, CASE f.book WHEN '00000000-0000-0000-0000-000000000000' THEN 'reserved' ELSE f.book || '/reserved' END AS place,
       f.amount FROM bulk.bulk_transfers b
     LEFT JOIN bulk.funds f ON f.enterprise_id = $1 AND f.bulk_id = b.id
     WHERE b.enterprise_id = $1 AND b.mode = 'all' AND (f.bulk_id IS NOT NULL OR b.updated_at >= $2)`,
    [enterpriseId, since ?? new Date(0)],
  );
  const held = new Map(funds.map(({ id }) => [id, new Map<string, bigint>()]));
  for (const { id, place, amount } of funds) if (place !== null) held.get(id)!.set(place, BigInt(amount!));
  const nets = await netsOf(transaction, enterpriseId, [...held.keys()]);
  return [...held].flatMap(([id, amounts]) => {
    const net = nets.get(id) ?? new Map<string, bigint>();
    const places = new Set([...amounts.keys(), ...[...net.keys()].filter((place) => place.endsWith('reserved'))]);
    return [...places].flatMap((place) => {
      const [amount, reserved] = [amounts.get(place) ?? 0n, net.get(place) ?? 0n];
      const message = `it holds ${amount} cents in ${place}, but its entries ${reserved}`;
      return reserved === amount ? [] : [{ subject: id, message }];
    });
  });
}

/**
 * Whoever adds to the counts meanwhile is either waited for, and counted, or adds afterwards: the lock is taken before the
 * snapshot that counts.
 */
const countAgain: NonNullable<Invariant['heal']> = async ({ transaction, enterpriseId }, bulkId) => {
  await transaction.query('SELECT FROM bulk.outcomes WHERE enterprise_id = $1 AND bulk_id = $2 FOR UPDATE', [
    ...[enterpriseId, bulkId],
  ]);
  await transaction.query(
    `UPDATE bulk.outcomes o SET completed = t.completed, failed = t.failed, changed_at = now() FROM (${countedOf('$2')}) AS t
     WHERE o.enterprise_id = $1 AND o.bulk_id = $2`,
    [enterpriseId, bulkId],
  );
};

/** Every rule that always holds of bulk transfers. */
export const bulkInvariants: readonly Invariant[] = [
  cheapInvariant('no-stuck-bulk-transfer', 'a bulk transfer that waits for this service has a task', PROGRESS),
  ofRows('bulk-transfers-count-their-rows', 'a bulk transfer counts the rows that it has', COUNTS),
  {
    ...ofRows('bulk-outcomes-are-sums', 'a bulk transfer counts what has become of its transfers', OUTCOMES),
    heal: countAgain,
  },
  ofRows('rows-have-their-transfer', 'a created row has one transfer, and it alone', TRANSFERS),
  {
    ...{ name: 'bulk-funds-are-reserved', isOfMoney: true },
    rule: 'the money that a bulk transfer holds is what its entries reserve',
    find: findWrongFunds,
  },
];

const OF_BULK = `EXISTS (
  SELECT FROM bulk.bulk_transfers b
  WHERE b.enterprise_id = $1 AND b.id = e.subject_id AND b.mode = 'all' AND b.amount >= e.amount)
  AND e.leg = 'none' AND e.debit_book = e.credit_book`;

/**
 * What bulk transfers make entries for. What they reserve, take and release is compared for each book by its own rule. The
 * number of an entry that takes is that of its row, which is removed long after.
 */
export const bulkEntryOwners: readonly EntryOwner[] = [
  { kinds: ['bulk_reserve'], accounts: ['available reserved'], owns: OF_BULK },
  { kinds: ['bulk_release'], accounts: ['reserved available'], owns: OF_BULK },
  {
    kinds: ['bulk_take'],
    accounts: ['reserved available'],
    owns: `${OF_BULK} AND CASE
      WHEN EXISTS (SELECT FROM bulk.rows r WHERE r.enterprise_id = $1 AND r.bulk_id = e.subject_id AND r.number = e.attempt)
        THEN EXISTS (SELECT FROM bulk.rows r
          WHERE r.enterprise_id = $1 AND r.bulk_id = e.subject_id AND r.number = e.attempt AND r.amount = e.amount)
      ELSE EXISTS (SELECT FROM bulk.bulk_transfers b WHERE b.enterprise_id = $1 AND b.id = e.subject_id
        AND e.attempt <= b.rows AND b.ended_at < $3::timestamptz - interval '${ROWS_STAND_DAYS} days') END`,
  },
];
