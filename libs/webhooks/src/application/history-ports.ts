import type { PageQuery } from '@payments/http';
import type { Page } from '@payments/persistence';
import type { AttemptPlace } from './ports.js';
import type { ResourceType } from '@payments/kernel';
import type { DeliveryStatus } from '../domain/delivery.js';
import type { RecoveryState } from '../domain/recovery.js';
import type { PublishedEvent } from '../domain/webhook-message.js';

/** An event with its place in the log. */
export interface LoggedEvent extends PublishedEvent {
  /** An integer as text. */
  readonly position: string;
}

export interface EventFilter extends PageQuery {
  /** A position. */
  readonly after?: number;
  readonly start_time?: Date;
  readonly end_time?: Date;
  readonly event_type?: readonly string[];
  readonly resource_id?: string;
}

/** A test event from a caller. */
export interface TestEvent {
  readonly id: string;
  readonly type: string;
  readonly resource_type: ResourceType;
  readonly resource_id: string;
  readonly data: string;
  readonly created_at: Date;
}

/** The published events of the current tenant. */
export abstract class EventHistory {
  /** Oldest first. */
  abstract list(filter: EventFilter): Promise<Page<LoggedEvent>>;
  abstract find(id: string): Promise<LoggedEvent | undefined>;
  /** Adds an event to be published like any other. */
  abstract addTest(event: TestEvent): Promise<void>;
}

export interface DeliveryRow {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly configuration_id: string;
  readonly status: DeliveryStatus;
  readonly next_attempt_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Oldest first. */
  readonly attempts: readonly AttemptRow[];
}

export interface AttemptRow extends AttemptPlace {
  readonly attempted_at: Date;
  readonly duration_ms: number;
  readonly status_code: number | null;
  readonly error: string | null;
  /** Sealed; null when there was none, or the attempt is not one of the newest of its delivery. */
  readonly answer: Buffer | null;
}

export interface DeliveryFilter extends PageQuery {
  readonly after?: string;
  readonly start_time?: Date;
  readonly end_time?: Date;
  readonly statuses?: readonly DeliveryStatus[];
}

/** The delivery history of the current tenant. */
export abstract class DeliveryHistory {
  /** Newest first. */
  abstract list(configurationId: string, filter: DeliveryFilter): Promise<Page<DeliveryRow>>;
  /** The deliveries of an event to these configurations, oldest first. */
  abstract ofEvent(eventId: string, configurationIds: readonly string[]): Promise<readonly DeliveryRow[]>;
}

/** How many deliveries a step examined and made due again. */
export interface RecoveryStep {
  readonly examined: number;
  readonly recovered: number;
  /** The last one examined; null when there was none. */
  readonly last_delivery_id: string | null;
}

export abstract class Recoveries {
  abstract add(recovery: RecoveryState): Promise<void>;
  abstract find(configurationId: string, id: string): Promise<RecoveryState | undefined>;
  /** Like `find`, and locks it until the unit of work ends. */
  abstract lock(id: string): Promise<RecoveryState | undefined>;
  abstract save(recovery: RecoveryState): Promise<void>;
  /** Makes the recovery's next deliveries due again; examines `limit` of them. */
  abstract step(recovery: RecoveryState, limit: number): Promise<RecoveryStep>;
}
