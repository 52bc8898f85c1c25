import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction, limitOffset, pageOf } from '@payments/persistence';
import type { Page } from '@payments/persistence';
import { DeliveryHistory } from '../../application/history-ports.js';
import type { AttemptRow, DeliveryFilter, DeliveryRow } from '../../application/history-ports.js';

/** How many newest attempts of a delivery show response bodies: a page of all could be tens of megabytes. */
const ANSWERS_SHOWN = 3;

/** An attempt as JSON. */
interface AttemptJson extends Omit<AttemptRow, 'attempted_at' | 'answer'> {
  readonly attempted_at: string;
  /** In base64. */
  readonly answer: string | null;
}

type JsonRow = Omit<DeliveryRow, 'attempts'> & { readonly attempts: readonly AttemptJson[] | null };

// One statement, so that a delivery and its attempts are consistent.
const DELIVERIES = `
  SELECT d.id, d.event_id, e.type AS event_type, d.configuration_id, d.status, d.next_attempt_at, d.created_at,
    d.updated_at, tried.attempts
  FROM webhooks.deliveries d JOIN platform.events e ON e.enterprise_id = d.enterprise_id AND e.id = d.event_id
  CROSS JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('enterprise_id', a.enterprise_id, 'delivery_id', a.delivery_id, 'id', a.id,
      'attempted_at', a.attempted_at, 'duration_ms', a.duration_ms, 'status_code', a.status_code, 'error', a.error,
      'answer', CASE WHEN a.place <= ${ANSWERS_SHOWN} THEN encode(a.answer, 'base64') END) ORDER BY a.id) AS attempts
    FROM (
      SELECT *, row_number() OVER (ORDER BY id DESC) AS place FROM webhooks.attempts
      WHERE enterprise_id = d.enterprise_id AND delivery_id = d.id) AS a) AS tried
  WHERE d.enterprise_id = $1`;

@Injectable()
export class DeliveryHistoryRepository extends DeliveryHistory {
  async list(configurationId: string, filter: DeliveryFilter): Promise<Page<DeliveryRow>> {
    const { after = null, start_time = null, end_time = null, statuses = null } = filter;
    const { limit, offset } = limitOffset(filter);
    const rows = await currentTransaction().query<JsonRow>(
      `${DELIVERIES} AND d.configuration_id = $2 AND ($3::uuid IS NULL OR d.id < $3)
         AND ($4::timestamptz IS NULL OR d.created_at >= $4) AND ($5::timestamptz IS NULL OR d.created_at < $5)
         AND ($6::text[] IS NULL OR d.status = ANY($6))
       ORDER BY d.id DESC LIMIT $7 OFFSET $8`,
      [workContext.enterpriseId(), configurationId, after, start_time, end_time, statuses, limit, offset],
    );
    return pageOf(rows.map(toRow), filter);
  }

  async ofEvent(eventId: string, configurationIds: readonly string[]): Promise<readonly DeliveryRow[]> {
    const rows = await currentTransaction().query<JsonRow>(
      `${DELIVERIES} AND d.event_id = $2 AND d.configuration_id = ANY($3::uuid[]) ORDER BY d.id`,
      [workContext.enterpriseId(), eventId, configurationIds],
      'list-event-deliveries',
    );
    return rows.map(toRow);
  }
}

const toRow = ({ attempts, ...row }: JsonRow): DeliveryRow => ({ ...row, attempts: (attempts ?? []).map(fromJson) });

function fromJson({ attempted_at, answer, ...rest }: AttemptJson): AttemptRow {
  return {
    ...rest,
    attempted_at: new Date(attempted_at),
    answer: answer === null ? null : Buffer.from(answer, 'base64'),
  };
}
