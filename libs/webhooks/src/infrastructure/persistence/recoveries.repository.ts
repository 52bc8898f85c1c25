import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction, rowParameter } from '@payments/persistence';
import { Recoveries } from '../../application/history-ports.js';
import type { RecoveryStep } from '../../application/history-ports.js';
import { typesOf } from '../../domain/event-types.js';
import type { RecoveryState } from '../../domain/recovery.js';

const COLUMNS = `enterprise_id, id, configuration_id, state, since, event_types, statuses, last_delivery_id, examined,
  recovered, created_by, created_at, updated_at`;
const OF_R = COLUMNS.replace(/\w+/g, 'r.$&');

@Injectable()
export class RecoveriesRepository extends Recoveries {
  async add(recovery: RecoveryState): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO webhooks.recoveries (${COLUMNS})
       SELECT ${COLUMNS} FROM jsonb_populate_record(NULL::webhooks.recoveries, $1::jsonb) RETURNING 1`,
      [rowParameter(recovery)],
    );
  }

  async find(configurationId: string, id: string): Promise<RecoveryState | undefined> {
    const [recovery] = await currentTransaction().query<RecoveryState>(
      `SELECT ${OF_R} FROM webhooks.recoveries r
       JOIN webhooks.configurations c ON c.enterprise_id = r.enterprise_id AND c.id = r.configuration_id
       WHERE r.enterprise_id = $1 AND r.configuration_id = $2 AND r.id = $3`,
      [workContext.enterpriseId(), configurationId, id],
    );
    return recovery;
  }

  async lock(id: string): Promise<RecoveryState | undefined> {
    const [recovery] = await currentTransaction().query<RecoveryState>(
      `SELECT ${COLUMNS} FROM webhooks.recoveries WHERE enterprise_id = $1 AND id = $2 FOR UPDATE`,
      [workContext.enterpriseId(), id],
    );
    return recovery;
  }

  async save({ id, state, last_delivery_id, examined, recovered, updated_at }: RecoveryState): Promise<void> {
    await currentTransaction().query(
      `UPDATE webhooks.recoveries
       SET state = $3, last_delivery_id = $4, examined = $5, recovered = $6, updated_at = $7
       WHERE enterprise_id = $1 AND id = $2`,
      [workContext.enterpriseId(), id, state, last_delivery_id, examined, recovered, updated_at],
    );
  }

  // A pending delivery without an attempt is already scheduled.
  async step(recovery: RecoveryState, limit: number): Promise<RecoveryStep> {
    const { configuration_id, last_delivery_id, since, created_at, statuses, event_types } = recovery;
    const types = event_types && typesOf(event_types);
    const [step] = await currentTransaction().query<RecoveryStep>(
      `WITH page AS (
         SELECT d.id, d.event_id, d.status, d.attempts FROM webhooks.deliveries d
         WHERE d.enterprise_id = $1 AND d.configuration_id = $2 AND d.id > $3 AND d.created_at >= $4
           AND d.created_at <= $5
         ORDER BY d.id LIMIT $6
       ), wanted AS (
         SELECT page.id FROM page JOIN platform.events e ON e.enterprise_id = $1 AND e.id = page.event_id
         WHERE page.status = ANY($7::text[]) AND (page.status <> 'pending' OR page.attempts > 0)
           AND ($8::text[] IS NULL OR e.type = ANY($8))
       ), again AS (
         UPDATE webhooks.deliveries d SET status = 'pending', attempts = 0, next_attempt_at = now(), updated_at = now()
         FROM wanted WHERE d.enterprise_id = $1 AND d.id = wanted.id RETURNING d.id
       )
       SELECT (SELECT count(*)::int FROM page) AS examined, (SELECT count(*)::int FROM again) AS recovered,
         (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last_delivery_id`,
      [workContext.enterpriseId(), configuration_id, last_delivery_id, since, created_at, limit, statuses, types],
    );
    return step!;
  }
}
