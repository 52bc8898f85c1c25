import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { LimitUsage } from '../../application/ports.js';
import type { CountedTransfer, CurrentUsage } from '../../application/ports.js';
import { bucketOf, lockedBuckets, windowStart } from '../../domain/limit.js';
import type { Limit } from '../../domain/limit.js';
import { usageKey } from '../../domain/limit-usage.js';
import type { Usage, UsageKey } from '../../domain/limit-usage.js';

const TABLE = 'controls.usage';
const COUNTED = 'controls.counted';

/** What a batch adds to one row of usage. */
interface Raise {
  readonly limit_id: string;
  readonly subject: string;
  readonly bucket: Date;
  readonly amount: string;
  readonly count: number;
  /** The first bucket of the window, and the first of those that are locked. */
  readonly starts: Date;
  readonly locked_from: Date;
}

// Rows are raised in one order, so that two workers cannot lock each other out, and stay locked until the commit. Windows of
// several days lock yesterday and tomorrow too: days before that do not grow any more. The sum of those is of the statement's snapshot.
const ADD = `
  WITH sent AS (SELECT * FROM jsonb_to_recordset($2::jsonb) AS s (
      limit_id uuid, subject text, bucket timestamptz, amount bigint, count int, starts timestamptz, locked_from timestamptz)),
    kept AS (INSERT INTO ${COUNTED} (enterprise_id, transfer_id, limit_id, subject, bucket, amount)
      SELECT $1, transfer_id, limit_id, subject, bucket, amount
      FROM jsonb_populate_recordset(NULL::${COUNTED}, $3::jsonb)
      RETURNING 1),
    raised AS (INSERT INTO ${TABLE} AS used (enterprise_id, limit_id, subject, bucket, amount, count)
      SELECT $1, limit_id, subject, bucket, amount, count FROM sent ORDER BY limit_id, subject, bucket
      ON CONFLICT (enterprise_id, limit_id, subject, bucket)
        DO UPDATE SET amount = used.amount + excluded.amount, count = used.count + excluded.count
      RETURNING limit_id, subject, bucket, amount, count)
  SELECT limit_id, subject, sum(amount)::text AS amount, sum(count)::int AS count FROM (
    SELECT limit_id, subject, amount, count FROM raised
    UNION ALL
    SELECT used.limit_id, used.subject, used.amount, used.count
    FROM (SELECT DISTINCT limit_id, subject, starts, locked_from FROM sent WHERE starts < locked_from) AS s
    JOIN ${TABLE} used ON used.enterprise_id = $1 AND used.limit_id = s.limit_id AND used.subject = s.subject
      AND used.bucket >= s.starts AND used.bucket < s.locked_from) AS counted
  GROUP BY limit_id, subject`;

const LOWER = `
  UPDATE ${TABLE} AS used SET amount = used.amount - s.amount, count = used.count - s.count
  FROM s WHERE used.enterprise_id = $1 AND used.limit_id = s.limit_id AND used.subject = s.subject AND used.bucket = s.bucket`;

const SUMS = 'SELECT limit_id, subject, bucket, sum(amount) AS amount, count(*)::int AS count';

const TAKE_OFF = `
  WITH taken AS (DELETE FROM ${COUNTED} WHERE enterprise_id = $1 AND transfer_id = ANY($2::uuid[])
      RETURNING limit_id, subject, bucket, amount),
    s AS (${SUMS} FROM taken GROUP BY limit_id, subject, bucket)
  ${LOWER}`;

// The rows of usage are locked in the order in which others raise them.
const GIVE_BACK = `
  WITH given AS (DELETE FROM ${COUNTED} c WHERE c.enterprise_id = $1 AND c.transfer_id = ANY($2::uuid[]) AND NOT EXISTS (
        SELECT FROM transfers.sent t WHERE t.enterprise_id = $1 AND t.transfer_id = c.transfer_id)
      RETURNING limit_id, subject, bucket, amount),
    summed AS (${SUMS} FROM given GROUP BY limit_id, subject, bucket),
    s AS (SELECT summed.* FROM summed JOIN ${TABLE} u ON u.enterprise_id = $1 AND u.limit_id = summed.limit_id
        AND u.subject = summed.subject AND u.bucket = summed.bucket
      ORDER BY limit_id, subject, bucket FOR UPDATE OF u)
  ${LOWER}`;

const READ = `
  SELECT s.limit_id, s.subject, coalesce(sum(amount), 0)::text AS amount, coalesce(sum(count), 0)::int AS count,
    min(bucket) AS first
  FROM jsonb_to_recordset($2::jsonb) AS s (limit_id uuid, subject text, starts timestamptz)
  JOIN ${TABLE} used ON used.enterprise_id = $1 AND used.limit_id = s.limit_id AND used.subject = s.subject
    AND used.bucket >= s.starts AND used.count > 0
  GROUP BY s.limit_id, s.subject`;

interface UsageRow {
  readonly limit_id: string;
  readonly subject: string;
  readonly amount: string;
  readonly count: number;
}

@Injectable()
export class PostgresLimitUsage extends LimitUsage {
  async add(counted: readonly CountedTransfer[]): Promise<ReadonlyMap<UsageKey, Usage>> {
    if (counted.length === 0) return new Map();
    const kept = counted.map((each) => ({ ...each, amount: each.amount.toString() }));
    const rows = await currentTransaction().query<UsageRow>(
      ADD,
      [workContext.enterpriseId(), JSON.stringify(raisesOf(counted)), JSON.stringify(kept)],
      'add-limit-usage',
    );
    return new Map(rows.map((row) => [usageKey(row.limit_id, row.subject), toUsage(row)]));
  }

  async takeOff(counted: readonly CountedTransfer[]): Promise<void> {
    if (counted.length === 0) return;
    await this.lower(TAKE_OFF, [...new Set(counted.map(({ transfer_id }) => transfer_id))], 'take-off-limit-usage');
  }

  giveBack(transferIds: readonly string[]): Promise<void> {
    return this.lower(GIVE_BACK, transferIds, 'give-back-limit-usage');
  }

  async read(
    of: readonly { readonly limit: Limit; readonly subject: string }[],
    at: Date,
  ): Promise<ReadonlyMap<UsageKey, CurrentUsage>> {
    const asked = of.map(({ limit, subject }) => ({
      ...{ limit_id: limit.id, subject, starts: windowStart(limit.window, bucketOf(limit.window, at)) },
    }));
    const rows = await currentTransaction().query<UsageRow & { readonly first: Date }>(
      READ,
      [workContext.enterpriseId(), JSON.stringify(asked)],
      'read-limit-usage',
    );
    return new Map(rows.map((row) => [usageKey(row.limit_id, row.subject), { ...toUsage(row), first: row.first }]));
  }

  private async lower(statement: string, transferIds: readonly string[], name: string): Promise<void> {
    await currentTransaction().query(statement, [workContext.enterpriseId(), transferIds], name);
  }
}

function raisesOf(counted: readonly CountedTransfer[]): Raise[] {
  const raises = new Map<string, Raise>();
  for (const { limit_id, subject, bucket: today, window, amount } of counted) {
    const locked = lockedBuckets(window, today);
    for (const bucket of locked) {
      const key = `${limit_id}/${bucket.toISOString()}/${subject}`;
      const before = raises.get(key) ?? { amount: '0', count: 0 };
      const more = bucket === today ? { amount, count: 1 } : { amount: 0n, count: 0 };
      raises.set(key, {
        ...{ limit_id, subject, bucket, starts: windowStart(window, today), locked_from: locked[0]! },
        ...{ amount: (BigInt(before.amount) + more.amount).toString(), count: before.count + more.count },
      });
    }
  }
  return [...raises.values()];
}

function toUsage({ amount, count }: UsageRow): Usage {
  return { amount: BigInt(amount), count };
}
