import {
  instant,
  integerText,
  ListQuery,
  oneOf,
  Optional,
  PageQuery,
  repeatable,
  Required,
  uuidText,
  valuesOf,
} from '@payments/http';
import type { Rule } from '@payments/http';
import { SHOWN_STATUSES } from '../../domain/delivery.js';
import type { ShownStatus } from '../../domain/delivery.js';
import { EVENT_TYPES, SUBSCRIPTIONS } from '../../domain/event-types.js';
import { RECOVERABLE } from '../../domain/recovery.js';
import type { RecoverableStatus, RecoveryRequest } from '../../domain/recovery.js';
import { eventData } from './event-data.js';

const queryWord = (words: readonly string[]): Rule => ({ ...oneOf(words), fromQuery: true });

const MAX_POSITION = 999_999_999_999_999;

/** Query of `GET /webhooks/events`. */
export class WebhookEventQuery extends PageQuery {
  @Optional(integerText({ min: 0, max: MAX_POSITION }))
  readonly after?: number;

  @Optional(instant())
  readonly start_time?: Date;

  @Optional(instant())
  readonly end_time?: Date;

  @Optional(repeatable(oneOf(EVENT_TYPES)))
  readonly event_type?: readonly string[];

  @Optional(uuidText())
  readonly resource_id?: string;
}

/** Query of `GET /deliver/events/stream`. */
export class EventStreamQuery {
  @Optional(integerText({ min: 0, max: MAX_POSITION }))
  readonly after?: number;

  @Optional(repeatable(oneOf(EVENT_TYPES)))
  readonly event_type?: readonly string[];

  @Optional(uuidText())
  readonly resource_id?: string;

  /** `none` leaves `event_data` out, and gathers events for a quarter of a second. */
  @Optional(queryWord(['full', 'none']))
  readonly data?: string;

  /** `false` ends the stream when it has reached the last event. */
  @Optional(queryWord(['true', 'false']))
  readonly follow?: string;
}

/** Query of `GET /webhooks/configurations/{id}/deliveries`. */
export class WebhookDeliveryQuery extends ListQuery {
  @Optional(instant())
  readonly start_time?: Date;

  @Optional(instant())
  readonly end_time?: Date;

  @Optional(repeatable(oneOf(SHOWN_STATUSES)))
  readonly status?: readonly ShownStatus[];
}

const statuses = valuesOf(oneOf(RECOVERABLE), { min: 1 });

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** A list of them, or a single one. */
const oneOrMoreStatuses: Rule = {
  expected: `${statuses.expected}, or a single one of them`,
  schema: { anyOf: [statuses.schema, { type: 'string', enum: [...RECOVERABLE] }] },
  accepts: (value) => statuses.accepts(asList(value)),
  normalise: asList,
};

/** Body of `POST /webhooks/configurations/{id}/recover`. */
export class RecoverRequest implements RecoveryRequest {
  @Required(instant())
  readonly since!: Date;

  @Optional(valuesOf(oneOf(SUBSCRIPTIONS), { min: 1 }))
  readonly event_types?: readonly string[];

  @Optional(oneOrMoreStatuses)
  readonly status?: readonly RecoverableStatus[];
}

/** Body of `POST /webhooks/configurations/{id}/test`. */
export class TestRequest {
  @Optional(oneOf(EVENT_TYPES))
  readonly event_type?: string;
}

/** Body of `POST /webhooks/invoke`. */
export class InvokeRequest {
  @Required(oneOf(EVENT_TYPES))
  readonly event_type!: string;

  @Required(eventData())
  readonly data!: Readonly<Record<string, unknown>>;
}
