import type { LoggedEvent } from './history-ports.js';

/** An event of the log as the interface shows it. */
export interface WebhookEventView {
  readonly event_id: string;
  readonly event_type: string;
  readonly created_at: string;
  readonly event_data: object;
  readonly sequence: number;
  readonly position: number;
  readonly test?: boolean;
}

export function toWebhookEventView(event: LoggedEvent): WebhookEventView {
  const { event_id, event_type, created_at, data, sequence, position, test } = event;
  return {
    event_id,
    event_type,
    created_at: created_at.toISOString(),
    event_data: JSON.parse(data) as object,
    sequence,
    position: Number(position),
    ...(test && { test }),
  };
}
