import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import { currentTransaction, insertTasks, Tasks, WakeSignal, workContext } from '@payments/platform';
import { Deliveries, WEBHOOK_DELIVERIES } from '../../application/ports.js';
import type { AttemptRecord, DueDelivery, NewDelivery } from '../../application/ports.js';
import { reasonOf } from '../../domain/delivery.js';

/** How many held deliveries are released by one statement. */
const RELEASE_BATCH = 5_000;

@Injectable()
export class DeliveriesRepository extends Deliveries {
  constructor(
    private readonly tasks: Tasks,
    private readonly wake: WakeSignal,
    private readonly clock: Clock,
  ) {
    super();
  }

  async add(drafts: readonly NewDelivery[]): Promise<void> {
    if (drafts.length === 0) return;
    const now = this.clock.now();
    const rows = drafts.map((draft) => ({ ...draft, id: newId() }));
    const transaction = currentTransaction();
    await transaction.query(
      `WITH added AS (
         INSERT INTO webhooks.deliveries
           (enterprise_id, id, event_id, configuration_id, status, created_at, updated_at)
         SELECT $1::uuid, d.id, d.event_id, d.configuration_id, d.status, $2::timestamptz, $2::timestamptz
         FROM jsonb_to_recordset($3::jsonb) AS d(id uuid, event_id uuid, configuration_id uuid, status text)
         ON CONFLICT (enterprise_id, configuration_id, event_id) DO NOTHING
         RETURNING id)
       ${insertTasks('$4', 't.subject_id IN (SELECT id FROM added)')}`,
      [tenantId(), now, JSON.stringify(rows), tasksOf(rows, now)],
      'add-deliveries',
    );
    transaction.afterCommit(() => this.wake.send());
  }

  async load(id: string): Promise<DueDelivery | undefined> {
    const [delivery] = await currentTransaction().query<DueDelivery>(
      `SELECT d.enterprise_id, d.id, d.status, d.attempts, d.configuration_id, c.version AS configuration_version,
         c.url, c.enabled, c.secret, k.id AS keypair_id,
         e.id AS event_id, e.type AS event_type, e.created_at, e.sequence, e.data
       FROM webhooks.deliveries d
       JOIN webhooks.configurations c ON c.enterprise_id = d.enterprise_id AND c.id = d.configuration_id
       JOIN platform.events e ON e.enterprise_id = d.enterprise_id AND e.id = d.event_id
       LEFT JOIN webhooks.enterprise_keypairs k ON k.enterprise_id = d.enterprise_id
       WHERE d.enterprise_id = $1 AND d.id = $2`,
      [tenantId(), id],
      'load-delivery',
    );
    return delivery;
  }

  async record(id: string, { status, result, at, next_attempt_at }: AttemptRecord): Promise<void> {
    const answered = 'status' in result ? result.status : null;
    const values = [status, answered, reasonOf(result) ?? null, result.durationMs, at, next_attempt_at ?? null];
    await currentTransaction().query(
      `UPDATE webhooks.deliveries SET attempts = attempts + 1, status = $3, last_status = $4, last_error = $5,
         last_duration_ms = $6, last_attempt_at = $7, updated_at = $7, next_attempt_at = $8
       WHERE enterprise_id = $1 AND id = $2 AND status = 'pending'`,
      [tenantId(), id, ...values],
      'record-attempt',
    );
  }

  // Locking the configuration makes this wait for whoever is enabling it, and then see that.
  async hold(id: string, configurationId: string): Promise<boolean> {
    const held = await currentTransaction().query(
      `WITH disabled AS (
         SELECT id FROM webhooks.configurations
         WHERE enterprise_id = $1 AND id = $3 AND NOT enabled FOR SHARE)
       UPDATE webhooks.deliveries d SET status = 'held', next_attempt_at = NULL, updated_at = $4
       FROM disabled WHERE d.enterprise_id = $1 AND d.id = $2 AND d.status = 'pending' RETURNING d.id`,
      [tenantId(), id, configurationId, this.clock.now()],
    );
    return held.length > 0;
  }

  async release(configurationId: string): Promise<void> {
    const now = this.clock.now();
    for (let released = RELEASE_BATCH; released === RELEASE_BATCH;) {
      const ids = await this.releaseOldest(configurationId, now);
      // Tasks are claimed in the order of their time, so being due a little earlier keeps the oldest in front.
      const dueAt = (place: number) => new Date(now.getTime() - (ids.length - place));
      await this.tasks.schedule(
        ids.map((subjectId, place) => ({ queue: WEBHOOK_DELIVERIES, subjectId, dueAt: dueAt(place) })),
      );
      released = ids.length;
    }
  }

  async removeAll(configurationId: string): Promise<void> {
    await currentTransaction().query(
      `DELETE FROM webhooks.deliveries WHERE enterprise_id = $1 AND configuration_id = $2`,
      [tenantId(), configurationId],
    );
  }

  private async releaseOldest(configurationId: string, now: Date): Promise<string[]> {
    const rows = await currentTransaction().query<{ id: string }>(
      `UPDATE webhooks.deliveries SET status = 'pending', attempts = 0, updated_at = $3
       WHERE enterprise_id = $1 AND id IN (
         SELECT id FROM webhooks.deliveries WHERE enterprise_id = $1 AND configuration_id = $2 AND status = 'held'
         ORDER BY id LIMIT $4)
       RETURNING id`,
      [tenantId(), configurationId, now, RELEASE_BATCH],
    );
    return rows.map(({ id }) => id).sort();
  }
}

// Each task goes on under the request that caused its event, not under that of the publication.
function tasksOf(rows: readonly (NewDelivery & { readonly id: string })[], now: Date): string {
  const pending = rows.filter(({ status }) => status === 'pending');
  return JSON.stringify(
    pending.map(({ id, request_id }) => ({
      enterprise_id: tenantId(),
      id: newId(),
      queue: WEBHOOK_DELIVERIES,
      subject_id: id,
      run_at: now,
      request_id,
    })),
  );
}

function tenantId(): string {
  return workContext.tenant().enterpriseId;
}
