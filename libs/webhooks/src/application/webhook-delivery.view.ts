import { shownStatus } from '../domain/delivery.js';
import type { ShownStatus } from '../domain/delivery.js';
import type { AttemptRow, DeliveryRow } from './history-ports.js';

/** One attempt as the interface shows it. */
export interface WebhookAttemptView {
  readonly attempted_at: string;
  readonly duration_ms: number;
  /** Of the endpoint's response, if any. */
  readonly status_code?: number;
  /** Why it failed, e.g. `timeout` or `http_500`. */
  readonly error?: string;
  /** The start of the endpoint's response body. */
  readonly response_body?: string;
}

/** A delivery as the interface shows it. */
export interface WebhookDeliveryView {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly configuration_id: string;
  readonly status: ShownStatus;
  readonly attempts: readonly WebhookAttemptView[];
  readonly next_attempt_at?: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export type OpenedAttempt = Omit<AttemptRow, 'answer'> & { readonly answer: string | undefined };

export function toWebhookDeliveryView(
  row: DeliveryRow,
  configuration: { readonly enabled: boolean },
  attempts: readonly OpenedAttempt[],
): WebhookDeliveryView {
  const { id, event_id, event_type, configuration_id, next_attempt_at, created_at, updated_at } = row;
  const status = shownStatus(row.status, configuration);
  return {
    id,
    event_id,
    event_type,
    configuration_id,
    status,
    attempts: attempts.map(toAttemptView),
    ...(status === 'pending' && next_attempt_at !== null && { next_attempt_at: next_attempt_at.toISOString() }),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

function toAttemptView({ attempted_at, duration_ms, status_code, error, answer }: OpenedAttempt): WebhookAttemptView {
  return {
    attempted_at: attempted_at.toISOString(),
    duration_ms,
    ...(status_code !== null && { status_code }),
    ...(error !== null && { error }),
    ...(answer !== undefined && { response_body: answer }),
  };
}
