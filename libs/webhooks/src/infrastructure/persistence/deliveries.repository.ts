import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { expediteTasks, WakeSignal } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { currentTransaction, interval, millisecondsBetween } from '@payments/persistence';
import { Deliveries, WEBHOOK_DELIVERIES } from '../../application/ports.js';
import type { DueDelivery, NewDelivery, RecordedAttempt, RepeatedDelivery } from '../../application/ports.js';
import { reasonOf } from '../../domain/delivery.js';

/** How many deliveries of a deleted configuration one statement removes. */
const REMOVAL_BATCH = 1_000;

@Injectable()
export class DeliveriesRepository extends Deliveries {
  constructor(private readonly wake: WakeSignal) {
    super();
  }

  // ON CONFLICT names the index that finds existing deliveries. A look-up before the insert would write 140 bytes less, but its plan
  // for an enterprise that the statistics do not know yet reads all deliveries of the configuration for each row.
  async add(drafts: readonly NewDelivery[]): Promise<void> {
    if (drafts.length === 0) return;
    const rows = drafts.map((draft) => ({ ...draft, id: newId() }));
    await currentTransaction().query(
      `INSERT INTO webhooks.deliveries
         (enterprise_id, id, event_id, configuration_id, status, next_attempt_at, created_at, updated_at)
       SELECT $1::uuid, d.id, d.event_id, d.configuration_id, 'pending', now(), now(), now()
       FROM jsonb_to_recordset($2::jsonb) AS d(id uuid, event_id uuid, configuration_id uuid)
       ON CONFLICT (enterprise_id, event_id, configuration_id) DO NOTHING RETURNING 1`,
      [workContext.enterpriseId(), JSON.stringify(rows)],
      'insert-deliveries',
    );
    await this.callWorkers(drafts.map(({ configuration_id }) => configuration_id));
  }

  due(configurationId: string, except: readonly string[], limit: number): Promise<DueDelivery[]> {
    return currentTransaction().query<DueDelivery>(
      `SELECT d.id, d.attempts, e.id AS event_id, e.type AS event_type, e.created_at, e.sequence, e.data, e.test,
         e.request_id, e.trace_parent, d.updated_at = d.created_at AS is_new
       FROM webhooks.deliveries d JOIN platform.events e ON e.enterprise_id = d.enterprise_id AND e.id = d.event_id
       WHERE d.enterprise_id = $1 AND d.configuration_id = $2 AND d.status = 'pending' AND d.next_attempt_at <= now()
         AND d.id <> ALL($3::uuid[])
       ORDER BY d.next_attempt_at, d.id LIMIT $4`,
      [workContext.enterpriseId(), configurationId, except, limit],
      'find-due-deliveries',
    );
  }

  async nextDueInMs(configurationId: string): Promise<number | undefined> {
    const [next] = await currentTransaction().query<{ in_ms: number }>(
      `SELECT ${millisecondsBetween('now()', 'd.next_attempt_at')} AS in_ms FROM webhooks.deliveries d
       JOIN platform.events e ON e.enterprise_id = d.enterprise_id AND e.id = d.event_id
       WHERE d.enterprise_id = $1 AND d.configuration_id = $2 AND d.status = 'pending'
       ORDER BY d.next_attempt_at, d.id LIMIT 1`,
      [workContext.enterpriseId(), configurationId],
      'find-next-delivery',
    );
    return next?.in_ms;
  }

  // One that was rescheduled while its attempt was running counts fewer attempts than before, never more. A success
  // closes the endpoint's circuit. The ids are given twice, and 'pending' as a column, so that deliveries are found by
  // their key: the index of due deliveries would be scanned completely.
  async record(attempts: readonly RecordedAttempt[]): Promise<ReadonlySet<string>> {
    const written = await currentTransaction().query<{ id: string }>(
      `WITH made AS (
         SELECT *, 'pending' AS expected, now() AS at, now() + ${interval('next_attempt_in_ms')} AS next_attempt_at,
           now() - ${interval('duration_ms')} AS started_at
         FROM unnest($2::uuid[], $3::int[], $4::text[], $5::float8[], $6::uuid[], $7::uuid[], $8::int[], $9::int[],
           $10::text[], $11::bytea[])
           AS made(delivery_id, attempts, status, next_attempt_in_ms, id, configuration_id, duration_ms, status_code,
             error, answer)
       ), written AS (
         UPDATE webhooks.deliveries d
         SET attempts = d.attempts + 1, status = made.status, next_attempt_at = made.next_attempt_at, updated_at = made.at
         FROM made
         WHERE d.enterprise_id = $1 AND d.id = ANY($2::uuid[]) AND d.id = made.delivery_id
           AND d.status = made.expected AND d.attempts <= made.attempts
         RETURNING d.id
       ), kept AS (
         INSERT INTO webhooks.attempts (enterprise_id, delivery_id, id, configuration_id, attempted_at, duration_ms,
           status_code, error, answer)
         SELECT $1::uuid, written.id, made.id, made.configuration_id, made.started_at, made.duration_ms, made.status_code,
           made.error, made.answer
         FROM made JOIN written ON written.id = made.delivery_id RETURNING 1
       ), well AS (
         DELETE FROM webhooks.failing_endpoints
         WHERE enterprise_id = $1
           AND configuration_id IN (SELECT made.configuration_id FROM made WHERE made.status = 'delivered')
       )
       SELECT id FROM written`,
      [workContext.enterpriseId(), ...columnsOf(attempts)],
      'record-attempts',
    );
    return new Set(written.map(({ id }) => id));
  }

  // Unattempted deliveries are already due; attempted ones return to their place in the order.
  async resume(configurationId: string): Promise<void> {
    await currentTransaction().query(
      `WITH well AS (DELETE FROM webhooks.failing_endpoints WHERE enterprise_id = $1 AND configuration_id = $2)
       UPDATE webhooks.deliveries SET next_attempt_at = created_at, attempts = 0, updated_at = now()
       WHERE enterprise_id = $1 AND configuration_id = $2 AND status = 'pending' AND attempts > 0`,
      [workContext.enterpriseId(), configurationId],
    );
    await this.callWorkers([configurationId]);
  }

  async callWorker(configurationId: string): Promise<void> {
    const transaction = currentTransaction();
    await transaction.query(
      expediteTasks(`VALUES ($1::uuid, $2::uuid, '${WEBHOOK_DELIVERIES}', $3::uuid, now(), $4)`),
      [workContext.enterpriseId(), newId(), configurationId, workContext.get().requestId],
    );
    transaction.afterCommit(() => this.wake.send());
  }

  async repeat(eventId: string, configurationIds: readonly string[]): Promise<RepeatedDelivery[]> {
    const rows = configurationIds.map((configuration_id) => ({ configuration_id, id: newId() }));
    const repeated = await currentTransaction().query<RepeatedDelivery>(
      `INSERT INTO webhooks.deliveries
         (enterprise_id, id, event_id, configuration_id, status, next_attempt_at, created_at, updated_at)
       SELECT $1::uuid, d.id, $2::uuid, d.configuration_id, 'pending', now(), now(), now()
       FROM jsonb_to_recordset($3::jsonb) AS d(id uuid, configuration_id uuid) ORDER BY d.configuration_id
       ON CONFLICT (enterprise_id, event_id, configuration_id)
         DO UPDATE SET status = 'pending', attempts = 0, next_attempt_at = excluded.next_attempt_at,
           updated_at = excluded.updated_at
       RETURNING id, configuration_id`,
      [workContext.enterpriseId(), eventId, JSON.stringify(rows)],
    );
    await this.callWorkers(configurationIds);
    return repeated;
  }

  async removeSome(configurationId: string): Promise<boolean> {
    const removed = await currentTransaction().query(
      `WITH well AS (
         DELETE FROM webhooks.failing_endpoints WHERE enterprise_id = $1 AND configuration_id = $2
       ), oldest AS (
         SELECT id FROM webhooks.deliveries WHERE enterprise_id = $1 AND configuration_id = $2 ORDER BY id LIMIT $3
       ), tried AS (
         DELETE FROM webhooks.attempts a USING oldest WHERE a.enterprise_id = $1 AND a.delivery_id = oldest.id
       )
       DELETE FROM webhooks.deliveries d USING oldest WHERE d.enterprise_id = $1 AND d.id = oldest.id RETURNING d.id`,
      [workContext.enterpriseId(), configurationId, REMOVAL_BATCH],
    );
    return removed.length === REMOVAL_BATCH;
  }

  // Only for endpoints that can get something now: disabled ones wait, and failing ones have their probe time.
  private async callWorkers(configurationIds: readonly string[]): Promise<void> {
    const tasks = [...new Set(configurationIds)].map((configuration_id) => ({ configuration_id, id: newId() }));
    if (tasks.length === 0) return;
    const transaction = currentTransaction();
    await transaction.query(
      expediteTasks(`
        SELECT c.enterprise_id, t.id, '${WEBHOOK_DELIVERIES}', c.id, GREATEST(now(), f.probe_at), $2
        FROM jsonb_to_recordset($3::jsonb) AS t(id uuid, configuration_id uuid)
        JOIN webhooks.configurations c ON c.enterprise_id = $1 AND c.id = t.configuration_id AND c.enabled
        LEFT JOIN webhooks.failing_endpoints f ON f.enterprise_id = $1 AND f.configuration_id = c.id
        ORDER BY c.id`),
      [workContext.enterpriseId(), workContext.get().requestId, JSON.stringify(tasks)],
      'expedite-webhook-deliveries',
    );
    transaction.afterCommit(() => this.wake.send());
  }
}

// One array per column, as unnest takes them.
function columnsOf(attempts: readonly RecordedAttempt[]): unknown[][] {
  const rows = attempts.map(({ delivery, attempt, outcome }) => {
    const { result } = attempt;
    const code = 'status' in result ? result.status : null;
    return [
      ...[delivery.id, delivery.attempts, outcome.status, outcome.next_attempt_in_ms ?? null, attempt.id],
      ...[delivery.configuration_id, result.durationMs, code, reasonOf(result) ?? null],
      attempt.answer,
    ];
  });
  return rows[0]!.map((_, column) => rows.map((row) => row[column]));
}
