import { DATA_VERSION } from './webhook-configuration.js';

/** An event as webhooks carry it. */
export interface PublishedEvent {
  readonly event_id: string;
  readonly event_type: string;
  readonly created_at: Date;
  readonly sequence: number;
  /** The `event_data` as JSON text. */
  readonly data: string;
  /** Sent by a caller to test an endpoint. */
  readonly test: boolean;
}

/** The message about an event, the same for every configuration. */
export interface WebhookMessage {
  readonly event_id: string;
  readonly body: string;
  /** `created_at` as in the body. */
  readonly created_at: string;
}

/**
 * Writes the body around the stored text of `event_data`, which is never parsed and reserialized: its bytes are
 * what was recorded in the transaction of the change.
 */
export function toMessage({ event_id, event_type, created_at, sequence, data, test }: PublishedEvent): WebhookMessage {
  const created = created_at.toISOString();
  const named = { event_id, event_type, data_version: DATA_VERSION, created_at: created, sequence };
  const head = JSON.stringify({ ...named, ...(test && { test }) });
  return { event_id, body: `${head.slice(0, -1)},"event_data":${data}}`, created_at: created };
}
