import { randomBytes } from 'node:crypto';
import { DAY_MS, idBefore, newId } from '@payments/kernel';
import { Retention, SweepTurns } from '@payments/messaging';
import { Log, Metrics } from '@payments/observability';
import { Enterprises, REMOVED_AT_ONCE, Transactions } from '@payments/persistence';
import { Client } from 'pg';
import { retention as rules } from '../../apps/worker/src/worker.module.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('libs/persistence/src', 'libs/messaging/src', 'libs/webhooks/src', 'apps/worker/src', 'migrations');

const NOTICE_DAYS = 10;

/** What is planted in a table: so many rows of an enterprise, whose age is counted from the time that retention counts by. */
interface Planted {
  readonly what: string;
  readonly table: string;
  readonly keptDays: number;
  /** How much older or younger a row must be to show it: a day, where time is stored as a date. */
  readonly marginDays?: number;
  /** $1 is the enterprise, $2 that time, $3 the id of that time, $4 how many. */
  readonly sql: string;
  /** Which rows are still whole, where what is old is not the row. */
  readonly kept?: string;
}

const ID = `(left($3::text, 24) || substr(md5(random()::text || n), 1, 12))::uuid`;
const ROWS = 'FROM generate_series(1, $4::int) AS n, (SELECT $1::uuid AS enterprise, $2::timestamptz AS at) AS own';

const aVerification = (status: string) => `
  INSERT INTO verify.accounts (enterprise_id, id, type, routing_number, account_number, account_key, email,
    account_holder_name, verification_status, control_attempts, sequence, version, created_at, updated_at)
  SELECT enterprise, ${ID}, 'status', $3::text, '', '', '', 'x', '${status}', 0, 1, 1, at, at ${ROWS}`;

const PART_COLUMNS = 'bulk.parts (number, rows, lines, size, digest, ends_line, received_at)';

/** A bulk transfer for every 500 of what belongs to it. */
const ofBulk = (status: string, into: string, values: string) => `
  WITH b AS (
    INSERT INTO bulk.bulk_transfers (enterprise_id, id, bulk_reference_id, mode, format, on_duplicate, review, status,
      validated_parts, lines, rows, validated, amount, created, skipped, refused, first_errors, reported, sequence,
      version, ended_at, created_at, updated_at)
    SELECT enterprise, ${ID}, gen_random_uuid()::text, 'each', 'csv', 'reject', false, '${status}', 0, 0, 0, 0, 0, 0, 0, 0,
      '[]', 0, 1, 1, CASE '${status}' WHEN 'uploading' THEN NULL ELSE at END, at, at
    FROM generate_series(0, $4::int / 500) AS n, (SELECT $1::uuid AS enterprise, $2::timestamptz AS at) AS own
    RETURNING enterprise_id, id, updated_at AS at),
  numbered AS (SELECT *, row_number() OVER () - 1 AS batch FROM b)
  INSERT INTO ${into.replace('(', '(enterprise_id, bulk_id, ')}
  SELECT enterprise_id, numbered.id, ${values} FROM generate_series(1, $4::int) AS n JOIN numbered ON batch = n / 500`;

const TABLES: readonly Planted[] = [
  {
    ...{ what: 'idempotency_keys', table: 'platform.idempotency_keys', keptDays: 0 },
    sql: `INSERT INTO platform.idempotency_keys (enterprise_id, key_hash, request_hash, expires_at)
      SELECT enterprise, sha256(gen_random_uuid()::text::bytea), $3::text::bytea, at ${ROWS}`,
  },
  {
    ...{ what: 'audit', table: 'platform.audit', keptDays: 2_557 },
    sql: `INSERT INTO platform.audit (enterprise_id, id, action, subject_type, subject_id, actor, request_id, created_at)
      SELECT enterprise, ${ID}, 'x.y', 'x', 'x', 'x', 'x', at ${ROWS}`,
  },
  {
    ...{ what: 'sessions', table: 'auth.refresh_families', keptDays: 0 },
    sql: `INSERT INTO auth.refresh_families (enterprise_id, id, user_name, generation, rotated_at, expires_at, created_at)
      SELECT enterprise, ${ID}, 'x', 1, at, at, at ${ROWS}`,
  },
  {
    ...{ what: 'login_failures', table: 'auth.login_failures', keptDays: 0 },
    sql: `INSERT INTO auth.login_failures SELECT enterprise || ${ID}::text, 1, at ${ROWS}`,
  },
  {
    ...{ what: 'rate_limits', table: 'auth.rate_limits', keptDays: 1 / 24 },
    sql: `INSERT INTO auth.rate_limits SELECT enterprise || ${ID}::text, 1, 1, extract(epoch FROM at) * 1000 ${ROWS}`,
  },
  {
    ...{ what: 'processor_results', table: 'transfers.processor_results', keptDays: 400 },
    sql: `INSERT INTO transfers.processor_results
        (enterprise_id, id, processor_result_id, end_to_end_id, kind, occurred_at, received_at, applied_at)
      SELECT enterprise, ${ID}, gen_random_uuid()::text, 'P' || md5(random()::text), 'settled', at, at, at ${ROWS}`,
  },
  {
    ...{ what: 'reconciliation_breaks', table: 'transfers.reconciliation_breaks', keptDays: 400 },
    sql: `INSERT INTO transfers.reconciliation_breaks
      SELECT enterprise, ${ID}::text, 'late', 'a', 'b', at, at, at, at ${ROWS}`,
  },
  {
    ...{ what: 'verify_accounts', table: 'verify.accounts', keptDays: 400, kept: `verification_status = 'pending'` },
    sql: aVerification('pending'),
  },
  {
    ...{ what: 'verify_bad_account_numbers', table: 'verify.accounts', keptDays: 60 },
    kept: `verification_status = 'closed' AND account_number IS NOT NULL`,
    sql: aVerification('closed'),
  },
  {
    ...{ what: 'verify_valid_account_numbers', table: 'verify.accounts', keptDays: 240 },
    kept: `verification_status = 'valid' AND account_number IS NOT NULL`,
    sql: aVerification('valid'),
  },
  {
    ...{ what: 'verify_probes', table: 'verify.probes', keptDays: 400 },
    sql: `INSERT INTO verify.probes (enterprise_id, id, account_id, purpose, side, rail, amount, end_to_end_id, status,
        requested_at, window_at, effective_date, settles_at, version, created_at, updated_at)
      SELECT enterprise, ${ID}, ${ID}, 'status', 'destination', 'ach', 0, gen_random_uuid()::text, 'released',
        at, at, '2020-01-01', at, 1, at, at ${ROWS}`,
  },
  {
    ...{ what: 'bulk_rows', table: 'bulk.rows', keptDays: 90 },
    sql: ofBulk('completed', 'bulk.rows (number, line, status, takes_funds, error)', `n, n, 'refused', false, '{}'`),
  },
  {
    ...{ what: 'bulk_chunks', table: 'bulk.chunks', keptDays: 90 },
    sql: ofBulk('completed', 'bulk.chunks (id, first_row, last_row)', `gen_random_uuid(), n, n`),
  },
  {
    ...{ what: 'bulk_parts', table: 'bulk.parts', keptDays: 90, kept: `digest = 'completed'` },
    sql: ofBulk('completed', PART_COLUMNS, `n % 500 + 1, 1, 1, 1, 'completed', true, at`),
  },
  {
    ...{ what: 'abandoned_bulk_parts', table: 'bulk.parts', keptDays: 30, kept: `digest = 'uploading'` },
    sql: ofBulk('uploading', PART_COLUMNS, `n % 500 + 1, 1, 1, 1, 'uploading', true, at`),
  },
  {
    ...{ what: 'report_files', table: 'reports.parts', keptDays: 31 },
    sql: `INSERT INTO reports.parts (enterprise_id, report_id, number, first_byte, size, content, made_at)
      SELECT enterprise, ${ID}, 1, 0, 1, '', at ${ROWS}`,
  },
  {
    ...{ what: 'rail_files', table: 'rails.files', keptDays: 2_557 },
    sql: `INSERT INTO rails.files (id, connection, rail, window_key, part, state, epoch, cut_at, upload_by, cutoff_at, updated_at)
      SELECT ${ID}, enterprise::text, 'ach', gen_random_uuid()::text, 1, 'dropped', 0, at, at, at, at ${ROWS}`,
  },
  {
    ...{ what: 'rail_inbound_bytes', table: 'rails.inbound_files', keptDays: 2_557, kept: 'document_id IS NOT NULL' },
    sql: `INSERT INTO rails.inbound_files (id, connection, directory, name, size, sha256, document_id, state, fetched_at, updated_at)
      SELECT ${ID}, enterprise::text, '/', $3::text, 1, sha256(gen_random_uuid()::text::bytea), ${ID}, 'applied', at, at ${ROWS}`,
  },
  {
    ...{ what: 'rail_documents', table: 'rails.documents', keptDays: 1 },
    sql: `INSERT INTO rails.documents (id, connection, master_key_id, wrapped_key, created_at)
      SELECT ${ID}, enterprise::text, 'x', $3::text::bytea, at ${ROWS}`,
  },
  {
    ...{ what: 'rail_exceptions', table: 'rails.exceptions', keptDays: 2_557 },
    sql: `INSERT INTO rails.exceptions (id, key, connection, kind, state, resolution, resolved_by, resolved_at, created_at)
      SELECT ${ID}, gen_random_uuid()::text, enterprise::text, $3::text, 'resolved', 'x', 'x', at, at ${ROWS}`,
  },
  {
    ...{ what: 'rail_statements', table: 'rails.statements', keptDays: 2_557 },
    sql: `INSERT INTO rails.statements (id, connection, inbound_id, ordinal, format, bank_id, account, day, purpose, status,
        state, received_at)
      SELECT ${ID}, enterprise::text, ${ID}, 1, 'bai2', $3::text, '', '', 'day', 'new', 'repeated', at ${ROWS}`,
  },
  {
    ...{ what: 'rail_breaks', table: 'rails.breaks', keptDays: 2_557 },
    sql: `INSERT INTO rails.breaks (id, connection, key, kind, day, difference, expected, found, first_seen_at, last_seen_at,
        resolved_at)
      SELECT ${ID}, enterprise::text, gen_random_uuid()::text, $3::text, '', 0, '', '', at, at, at ${ROWS}`,
  },
  {
    ...{ what: 'rail_postings', table: 'rails.postings', keptDays: 2_557 },
    sql: `INSERT INTO rails.postings (enterprise_id, id, key, connection, kind, file, batch, day, direction, class, amount,
        count, refs, entry_refs, match_id, created_at)
      SELECT enterprise, ${ID}, gen_random_uuid()::text, $3::text, 'return', '', '', '', 'debit', '', 1, 1, '{}', '{}',
        ${ID}, at ${ROWS}`,
  },
  {
    ...{ what: 'rail_entries', table: 'rails.entries', keptDays: 2_557 },
    sql: `INSERT INTO rails.entries (enterprise_id, id, end_to_end_id, order_batch_id, rail, side, amount, state, occurred_at,
        window_at, effective_date, settles_at, cut_at, settle_at, updated_at)
      SELECT enterprise, ${ID}, gen_random_uuid()::text, ${ID}, 'ach', 'source', 1, 'rejected', at, at, '', at, at, at, at ${ROWS}`,
  },
  {
    ...{ what: 'rail_results', table: 'rails.results', keptDays: 2_557 },
    sql: `INSERT INTO rails.results (enterprise_id, id, key, end_to_end_id, kind, occurred_at, reported_at, created_at)
      SELECT enterprise, ${ID}, gen_random_uuid()::text, 'P1', 'settled', at, at, at ${ROWS}`,
  },
  {
    ...{ what: 'rail_reversals', table: 'rails.reversals', keptDays: 2_557 },
    sql: `INSERT INTO rails.reversals (enterprise_id, id, connection, reverses, reason, requested_by, created_at)
      SELECT enterprise, ${ID}, 'x', gen_random_uuid(), 'duplicate', $3::text, at ${ROWS}`,
  },
  {
    ...{ what: 'rail_return_counts', table: 'rails.return_counts', keptDays: 2_557, marginDays: 1 },
    sql: `INSERT INTO rails.return_counts (enterprise_id, connection, day, code, debits)
      SELECT enterprise, gen_random_uuid()::text, (at AT TIME ZONE 'America/New_York')::date, $3::text, 1 ${ROWS}`,
  },
  {
    ...{ what: 'day_totals', table: 'controls.day_totals', keptDays: 40, marginDays: 1 },
    sql: `INSERT INTO controls.day_totals (enterprise_id, day, subject, amount, count)
      SELECT enterprise, (at AT TIME ZONE 'America/New_York')::date, $3::text || gen_random_uuid(), 1, 1 ${ROWS}`,
  },
  {
    ...{ what: 'limit_usage', table: 'controls.usage', keptDays: 40 },
    sql: `INSERT INTO controls.usage (enterprise_id, limit_id, subject, bucket, amount, count)
      SELECT enterprise, gen_random_uuid(), $3::text, at, 1, 1 ${ROWS}`,
  },
  {
    ...{ what: 'limit_counts', table: 'controls.counted', keptDays: 40 },
    sql: `INSERT INTO controls.counted (enterprise_id, transfer_id, limit_id, subject, bucket, amount)
      SELECT enterprise, ${ID}, gen_random_uuid(), $3::text, at, 1 ${ROWS}`,
  },
  {
    ...{ what: 'rail_inquiries', table: 'rails.inquiries', keptDays: 7 },
    sql: `INSERT INTO rails.inquiries (enterprise_id, end_to_end_id, inquiry_id)
      SELECT enterprise, gen_random_uuid()::text, ${ID} ${ROWS}`,
  },
  {
    ...{ what: 'events', table: 'platform.events', keptDays: 30 },
    sql: `INSERT INTO platform.events
        (enterprise_id, id, type, resource_type, resource_id, sequence, data, request_id, created_at, position)
      SELECT enterprise, ${ID}, 'x', 'x', gen_random_uuid(), 1, '{}', 'x', at, extract(epoch FROM at)::int + n ${ROWS}`,
  },
  {
    ...{ what: 'refused_requests', table: 'portal.refused_requests', keptDays: 7 },
    sql: `INSERT INTO portal.refused_requests
      SELECT enterprise, ${ID}, at, 'GET', '/x', 404, 'unknown_id', 'x', 'x', 1 ${ROWS}`,
  },
  {
    ...{ what: 'webhook_notices', table: 'webhooks.notices', keptDays: NOTICE_DAYS },
    sql: `INSERT INTO webhooks.notices (enterprise_id, id, configuration_id, kind, created_at)
      SELECT enterprise, ${ID}, gen_random_uuid(), 'endpoint_abandoned', at ${ROWS}`,
  },
];

interface Rows {
  readonly enterprise: string;
  readonly days: number;
  readonly rows?: number;
}

describe('retention', () => {
  let service: TestService;
  let ours: string;
  let theirs: string;
  const query = <Row>(sql: string, values?: readonly unknown[]) => service.database.query<Row>(sql, values);
  const get = <T>(type: abstract new (...args: never[]) => T) => service.api.get<T>(type, { strict: false });
  const lines: { readonly event: string; readonly what?: string; readonly count?: number }[] = [];

  const plant = async ({ sql }: Planted, { enterprise, days, rows = 1 }: Rows) => {
    const at = new Date(Date.now() - days * DAY_MS);
    const id = idBefore(at);
    await query(sql, [enterprise, at, id, rows]);
  };
  const count = async ({ table, kept = 'true' }: Planted) =>
    (await query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table} WHERE ${kept}`))[0]!.count;
  const aTable = (name: string) => TABLES.find(({ what }) => what === name)!;

  const turns = () => new SweepTurns(get(Transactions));
  const endTurn = () => query(`UPDATE platform.sweep_turns SET held_until = now()`);

  /** Retention as in a worker that has just started, for some things or all. */
  const aRetention = (...names: string[]) => aRetentionWith(turns(), ...names);
  const aRetentionWith = (own: SweepTurns, ...names: string[]) => {
    const { config } = service.database;
    const kept = rules
      .filter(({ what }) => names.length === 0 || names.includes(what))
      .map(({ keptMs, ...rule }) => ({ ...rule, keptMs: keptMs(config) }));
    const log = new Log('test', 'info', { write: (line) => void lines.push(JSON.parse(line) as never) });
    return new Retention(get(Transactions), get(Enterprises), own, get(Metrics), log, kept);
  };
  const aRound = async (...names: string[]) => {
    await endTurn();
    const retention = aRetention(...names);
    while (await retention.sweep());
  };

  beforeAll(async () => {
    service = await startTestService({ RETENTION_NOTICE_DAYS: String(NOTICE_DAYS) });
    [ours, theirs] = [
      (await service.createEnterprise()).enterprise_id,
      (await service.createEnterprise()).enterprise_id,
    ];
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    lines.length = 0;
    for (const { table } of TABLES) await query(`DELETE FROM ${table}`);
    await endTurn();
  });

  it('has a test for everything that goes', () => {
    expect(rules.map(({ what }) => what).sort()).toEqual(TABLES.map(({ what }) => what).sort());
  });

  it('removes of every enterprise what is older than its period, and leaves what is younger', async () => {
    for (const planted of TABLES) {
      const { keptDays, marginDays = 0.01 } = planted;
      for (const enterprise of [ours, theirs]) {
        await plant(planted, { enterprise, days: keptDays + marginDays, rows: 3 });
        await plant(planted, { enterprise, days: keptDays - marginDays, rows: 2 });
      }
    }
    await aRound();
    for (const planted of TABLES) expect([planted.what, await count(planted)]).toEqual([planted.what, 4]);
    const removed = lines.filter(({ event }) => event === 'rows_removed');
    for (const { what } of TABLES) {
      const counts = removed.filter((line) => line.what === what).map((line) => line.count ?? 0);
      expect([what, counts.reduce((sum, each) => sum + each, 0)]).toEqual([what, 6]);
      expect(await get(Metrics).registry.metrics()).toContain(`payments_removed_rows_total{what="${what}"} 6`);
    }
    await aRound();
    for (const planted of TABLES) expect([planted.what, await count(planted)]).toEqual([planted.what, 4]);
  });

  it.each(['audit', 'idempotency_keys'])('goes in small batches: %s', async (name) => {
    const planted = aTable(name);
    await plant(planted, { enterprise: ours, days: planted.keptDays + 1, rows: REMOVED_AT_ONCE + 1 });
    await plant(planted, { enterprise: theirs, days: planted.keptDays + 1, rows: REMOVED_AT_ONCE });
    const retention = aRetention(name);
    const sizes: number[] = [];
    for (let more = true, before = await count(planted); more;) {
      more = await retention.sweep();
      const left = await count(planted);
      sizes.push(before - left);
      before = left;
    }
    expect(Math.max(...sizes)).toBe(REMOVED_AT_ONCE);
    expect(await count(planted)).toBe(0);
    await plant(planted, { enterprise: ours, days: planted.keptDays + 1 });
    expect([await retention.sweep(), await count(planted)]).toEqual([false, 1]);
  });

  it('takes turns, so that an enterprise with much to remove keeps none waiting', async () => {
    const planted = aTable('audit');
    const left = async (enterprise: string) => {
      const rows = await query(`SELECT FROM ${planted.table} WHERE enterprise_id = $1`, [enterprise]);
      return rows.length;
    };
    const days = planted.keptDays + 1;
    await plant(planted, { enterprise: ours, days, rows: 6 * REMOVED_AT_ONCE });
    await plant(planted, { enterprise: theirs, days });
    const retention = aRetention('audit');
    await retention.sweep();
    await retention.sweep();
    expect([await left(ours), await left(theirs)]).toEqual([5 * REMOVED_AT_ONCE, 0]);

    // What expires meanwhile waits no longer than for the next round.
    await plant(planted, { enterprise: theirs, days });
    await retention.sweep();
    expect([await left(ours), await left(theirs)]).toEqual([4 * REMOVED_AT_ONCE, 1]);
    const now = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
    try {
      await retention.sweep();
      await retention.sweep();
      expect([await left(ours), await left(theirs)]).toEqual([3 * REMOVED_AT_ONCE, 0]);
      while (await retention.sweep());
    } finally {
      now.mockRestore();
    }
    expect(await count(planted)).toBe(0);
    const removed = lines.filter(({ event }) => event === 'rows_removed').map((line) => line.count);
    expect(removed.sort()).toEqual([1, 1, 2 * REMOVED_AT_ONCE, 4 * REMOVED_AT_ONCE].sort());
  });

  it('is done by one worker at a time, and by another when that one is gone', async () => {
    const planted = aTable('audit');
    const old = { enterprise: ours, days: planted.keptDays + 1 };
    await plant(planted, { ...old, rows: REMOVED_AT_ONCE + 1 });
    const [first, second] = [turns(), turns()];
    const begun = aRetentionWith(first, 'audit');
    expect([await begun.sweep(), await count(planted)]).toEqual([true, 1]);
    expect([await aRetentionWith(second, 'audit').sweep(), await count(planted)]).toEqual([false, 1]);
    await endTurn();
    const now = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 31_000);
    try {
      expect(await second.holds('retention')).toBe(true);
      expect([await begun.sweep(), await count(planted)]).toEqual([false, 1]);
    } finally {
      now.mockRestore();
    }
    await aRetentionWith(second, 'audit').sweep();
    expect(await count(planted)).toBe(0);
  });

  it('keeps the newest 10,000 refused requests of an enterprise, however young the others are', async () => {
    const planted = aTable('refused_requests');
    await plant(planted, { enterprise: ours, days: 2, rows: 1_200 });
    await plant(planted, { enterprise: ours, days: 1, rows: 9_999 });
    await plant(planted, { enterprise: theirs, days: 2, rows: 1_200 });
    await aRound('refused_requests');
    const kept = await query(
      `SELECT count(*)::int AS all, count(*) FILTER (WHERE at > now() - interval '36 hours')::int AS young
       FROM portal.refused_requests GROUP BY enterprise_id ORDER BY 1 DESC`,
    );
    expect(kept).toEqual([
      { all: 10_000, young: 9_999 },
      { all: 1_200, young: 0 },
    ]);
  });

  it('keeps a result while its transfer may still change, and one that was never applied', async () => {
    const planted = aTable('processor_results');
    const old = new Date(Date.now() - 401 * DAY_MS);
    const results = async (status: string, changedAt: Date) => {
      const [transfer, leg] = [newId(), newId()];
      await query(
        `INSERT INTO transfers.transfers (enterprise_id, id, transfer_reference_id, use_case, amount, currency, speed, status,
           status_reasons, sequence, version, created_at, updated_at)
         VALUES ($1, $2::uuid, $2::uuid::text, 'payout', 1, 'USD', 'standard', $3, '[]', 1, 1, $4, $4)`,
        [ours, transfer, status, changedAt],
      );
      await query(
        `INSERT INTO transfers.legs (enterprise_id, id, transfer_id, side, rail, amount, account_id, account_version,
           end_to_end_id, status, version, created_at, updated_at)
         VALUES ($1, $2, $3, 'destination', 'ach', 1, $3, 1, $4, 'accepted', 1, $5, $5)`,
        [ours, leg, transfer, `P${leg.replaceAll('-', '')}`, changedAt],
      );
      // The second order of a leg has a digit more, and its result is about the same transfer.
      for (const attempt of ['', '2']) {
        await query(
          `INSERT INTO transfers.processor_results
             (enterprise_id, id, processor_result_id, end_to_end_id, kind, occurred_at, received_at, applied_at)
           VALUES ($1, $2::uuid, $2::uuid::text, $3, $4, $5, $5, $5)`,
          [ours, oldId(old), `P${leg.replaceAll('-', '')}${attempt}`, status, old],
        );
      }
    };
    await plant(planted, { enterprise: ours, days: 401 });
    await query(`UPDATE transfers.processor_results SET applied_at = NULL, kind = 'strange'`);
    for (const status of ['created', 'pending', 'completed', 'settled', 'failed']) await results(status, old);
    await results('settled', new Date(Date.now() - 399 * DAY_MS));
    await aRound('processor_results');
    const left = await query<{ kind: string; count: number }>(
      `SELECT kind, count(*)::int AS count FROM transfers.processor_results GROUP BY 1 ORDER BY 1`,
    );
    expect(left.map(({ kind, count: n }) => `${kind} ${n}`)).toEqual([
      'completed 2',
      'created 2',
      'pending 2',
      'settled 2',
      'strange 1',
    ]);
    expect(await query(`SELECT FROM transfers.legs`)).toHaveLength(6);
  });

  it('keeps a difference that stands open, however old', async () => {
    const planted = aTable('reconciliation_breaks');
    await plant(planted, { enterprise: ours, days: 1_000, rows: 2 });
    await query(`UPDATE transfers.reconciliation_breaks SET resolved_at = NULL
      WHERE end_to_end_id = (SELECT min(end_to_end_id) FROM transfers.reconciliation_breaks)`);
    await aRound('reconciliation_breaks');
    expect(await query(`SELECT FROM transfers.reconciliation_breaks WHERE resolved_at IS NULL`)).toHaveLength(1);
    expect(await count(planted)).toBe(1);
  });

  it('gives way where something holds a table, goes on with the rest, and comes back', async () => {
    for (const name of ['audit', 'sessions', 'webhook_notices'])
      await plant(aTable(name), { enterprise: ours, days: 3_000 });
    const blocker = new Client({ connectionString: service.database.adminUrl });
    await blocker.connect();
    try {
      await blocker.query('BEGIN; LOCK TABLE platform.audit IN SHARE MODE');
      await aRound('audit', 'sessions', 'webhook_notices');
      expect(lines.filter(({ event }) => event === 'retention_failed').map(({ what }) => what)).toEqual([
        'audit',
        'audit',
      ]);
    } finally {
      await blocker.end();
    }
    const left = async () => Promise.all(['audit', 'sessions', 'webhook_notices'].map((name) => count(aTable(name))));
    expect(await left()).toEqual([1, 0, 0]);
    await aRound('audit');
    expect(await left()).toEqual([0, 0, 0]);
  });

  it('is the only one that removes from the audit log, and of one enterprise at a time', async () => {
    await plant(aTable('audit'), { enterprise: ours, days: 3_000 });
    await plant(aTable('audit'), { enterprise: theirs, days: 3_000 });
    const remove = (scope: Parameters<Transactions['run']>[0]) =>
      get(Transactions).run(scope, (transaction) =>
        transaction.query('DELETE FROM platform.audit WHERE created_at < now() RETURNING enterprise_id'),
      );
    for (const role of ['app', 'auth', 'relay'] as const) {
      await expect(remove({ role, enterpriseId: ours })).rejects.toMatchObject({ code: '42501' });
    }
    expect(await remove({ role: 'maintenance' })).toEqual([]);
    expect(await remove({ role: 'maintenance', enterpriseId: ours })).toEqual([{ enterprise_id: ours }]);
    expect(await count(aTable('audit'))).toBe(1);
  });
});

/** An id as it was made then. */
function oldId(at: Date): string {
  return `${idBefore(at).slice(0, 24)}${randomBytes(6).toString('hex')}`;
}
