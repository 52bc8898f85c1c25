import type { ResourceType } from '@payments/kernel';
import type { ListQuery } from '@payments/http';
import type { Page } from '@payments/persistence';
import type { AttemptResult, DeliveryStatus } from '../domain/delivery.js';
import type { EnterpriseKeypairState } from '../domain/enterprise-keypair.js';
import type { RecentAttempts, CircuitState } from '../domain/circuit-state.js';
import type { DisabledReason, WebhookConfigurationState } from '../domain/webhook-configuration.js';
import type { PublishedEvent } from '../domain/webhook-message.js';

/** The queue of endpoints with something due; a task's subject is the id of a configuration. */
export const WEBHOOK_DELIVERIES = 'webhook-deliveries';

/** The queue of recoveries; a task's subject is the id of one. */
export const WEBHOOK_RECOVERIES = 'webhook-recoveries';

/** The part of a configuration that publication needs. */
export type Subscriber = Pick<WebhookConfigurationState, 'id' | 'event_types'>;

/** The configurations of the current tenant. */
export abstract class WebhookConfigurations {
  /** Newest first. */
  abstract list(query: ListQuery): Promise<Page<WebhookConfigurationState>>;
  abstract find(id: string): Promise<WebhookConfigurationState | undefined>;
  /** Like `find`, and locks it against changes, deletion and publication until the unit of work ends. */
  abstract lock(id: string): Promise<WebhookConfigurationState | undefined>;
  /** All of them; none is changed or removed until the unit of work ends. Fails at once while one is being changed. */
  abstract lockSubscribers(): Promise<Subscriber[]>;
  /** Like `lockSubscribers`, but waits for transactions that change one. */
  abstract waitForSubscribers(): Promise<Subscriber[]>;
  /** The number of configurations; no other transaction can add one until the unit of work ends. */
  abstract countBeforeAdding(): Promise<number>;
  abstract add(state: WebhookConfigurationState): Promise<void>;
  abstract save(state: WebhookConfigurationState): Promise<void>;
  abstract remove(id: string): Promise<void>;
}

/** An event that has just got its position. */
export interface NewlyPublished {
  readonly id: string;
  readonly type: string;
  readonly resource_type: ResourceType;
}

/** The tenant's log of events, as publication sees it. */
export abstract class EventPublications {
  /**
   * The last position given out. Locks publication for the tenant until the unit of work ends. Undefined if another
   * worker holds the lock.
   */
  abstract tryLockPublisher(): Promise<string | undefined>;
  /** Gives the next positions to the oldest events without one, at most `limit` of them. */
  abstract publish(lastPosition: string, limit: number): Promise<NewlyPublished[]>;
}

/** One event for one configuration. */
export interface NewDelivery {
  readonly event_id: string;
  readonly configuration_id: string;
}

/** A configuration with everything needed to send to it. */
export interface Endpoint extends Pick<
  WebhookConfigurationState,
  'enterprise_id' | 'id' | 'version' | 'url' | 'enabled' | 'secret' | 'previous_secret' | 'previous_secret_until'
> {
  /** Of the enterprise; null while it has none. */
  readonly keypair_id: string | null;
  /** Nothing is sent until then, and then one attempt; null while the endpoint is healthy. */
  readonly probe_at: Date | null;
  /** Milliseconds until then, when the endpoint was loaded. */
  readonly probe_in_ms: number | null;
}

/** A due delivery with its content. */
export interface DueDelivery extends PublishedEvent {
  readonly id: string;
  /** Attempts so far. */
  readonly attempts: number;
  /** Unchanged since its creation: neither attempted nor requested again. */
  readonly is_new: boolean;
  /** Of the request that caused the event. */
  readonly request_id: string;
  /** Of the work that wrote the event; null when it is not traced. */
  readonly trace_parent: string | null;
}

/** One attempt as stored. */
export interface AttemptRecord {
  readonly id: string;
  readonly result: AttemptResult;
  /** The sealed start of the response body; null when there is none. */
  readonly answer: Buffer | null;
}

/** The outcome of an attempt for its delivery. */
export interface DeliveryOutcome {
  readonly status: DeliveryStatus;
  readonly next_attempt_in_ms?: number;
}

/** An attempt, its delivery, and the outcome. */
export interface RecordedAttempt {
  readonly delivery: Pick<DueDelivery, 'id' | 'attempts'> & { readonly configuration_id: string };
  readonly attempt: AttemptRecord;
  readonly outcome: DeliveryOutcome;
}

/** The deliveries of the current tenant, and the tasks of their endpoints. */
export abstract class Deliveries {
  /** Adds deliveries that are due now. A delivery that already exists is not changed. */
  abstract add(deliveries: readonly NewDelivery[]): Promise<void>;
  /** The oldest due deliveries that are not running. */
  abstract due(configurationId: string, except: readonly string[], limit: number): Promise<DueDelivery[]>;
  /** Milliseconds until the next one of a configuration is due; undefined when none is pending. */
  abstract nextDueInMs(configurationId: string): Promise<number | undefined>;
  /**
   * Records attempts and the outcomes of their deliveries. Returns the ids of the deliveries; skips any delivery
   * that changed since the attempt began.
   */
  abstract record(attempts: readonly RecordedAttempt[]): Promise<ReadonlySet<string>>;
  /** Makes everything pending due at once, oldest first, with all attempts left. */
  abstract resume(configurationId: string): Promise<void>;
  /** Schedules the endpoint's worker, e.g. because its configuration was deleted. */
  abstract callWorker(configurationId: string): Promise<void>;
  /** Makes one event due again for the given configurations, even if delivered. */
  abstract repeat(eventId: string, configurationIds: readonly string[]): Promise<RepeatedDelivery[]>;
  /** Removes some deliveries of a deleted configuration; returns whether there may be more. */
  abstract removeSome(configurationId: string): Promise<boolean>;
}

export interface RepeatedDelivery {
  readonly id: string;
  readonly configuration_id: string;
}

/** The endpoints of the current tenant and their circuit states. */
export abstract class Endpoints {
  abstract load(configurationId: string): Promise<Endpoint | undefined>;
  /** Counts a failure and returns the new circuit state. */
  abstract noteFailure(configurationId: string): Promise<CircuitState>;
  /** The newest attempts in this many milliseconds, at most a thousand. */
  abstract recentAttempts(configurationId: string, windowMs: number): Promise<RecentAttempts>;
  /** Has the endpoint probed after this many milliseconds. */
  abstract setProbe(configurationId: string, waitMs: number): Promise<void>;
}

/** A notice for the enterprise. */
export interface Notice {
  readonly configuration_id: string;
  readonly kind: DisabledReason;
  readonly at: Date;
}

export abstract class Notices {
  abstract add(notice: Notice): Promise<void>;
}

/** Where a response body is stored. */
export interface AttemptPlace {
  readonly enterprise_id: string;
  readonly delivery_id: string;
  readonly id: string;
}

/** Seals and opens response bodies of endpoints, which may contain anything. */
export abstract class ResponseBodyCipher {
  abstract seal(place: AttemptPlace, answer: string): Promise<Buffer>;
  abstract open(place: AttemptPlace, sealed: Buffer): Promise<string>;
}

export type SecretHolder = Pick<
  WebhookConfigurationState,
  'enterprise_id' | 'id' | 'version' | 'secret' | 'previous_secret'
>;

/** Creates and opens the secrets of configurations. Nothing else sees them in plaintext. */
export abstract class WebhookSecrets {
  /** A new secret, sealed for its row. */
  abstract create(configuration: Pick<WebhookConfigurationState, 'enterprise_id' | 'id'>): Promise<Buffer>;
  /** The secret as the endpoint knows it: `whsec_` and base64. */
  abstract open(configuration: SecretHolder): Promise<string>;
  /** The previous secret. @throws Error when there is none */
  abstract openPrevious(configuration: SecretHolder): Promise<string>;
  /** The current secret, sealed for the column of the previous one. */
  abstract demote(configuration: SecretHolder): Promise<Buffer>;
}

/** The key pair of the current tenant. */
export abstract class EnterpriseKeypairs {
  abstract find(): Promise<EnterpriseKeypairState | undefined>;
  /** Adds the pair unless one exists, and returns the stored one. */
  abstract addIfAbsent(keypair: EnterpriseKeypairState): Promise<EnterpriseKeypairState>;
  /** Replaces the existing pair, if any. */
  abstract replace(keypair: EnterpriseKeypairState): Promise<void>;
}

export abstract class KeypairFactory {
  /** A new RSA-2048 pair, its private key sealed for its row. */
  abstract create(enterpriseId: string, at: Date): Promise<EnterpriseKeypairState>;
}

export abstract class WebhookSender {
  /** Signs and sends. Whatever goes wrong outside of this service is a result, not an error. */
  abstract send(event: PublishedEvent, endpoint: Endpoint): Promise<AttemptResult>;
}

export abstract class Jitter {
  /** A number from 0 to below 1. */
  abstract next(): number;
}
