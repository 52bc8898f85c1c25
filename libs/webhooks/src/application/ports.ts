import type { ResourceType } from '@payments/kernel';
import type { ListQuery } from '@payments/http';
import type { Page } from '@payments/persistence';
import type { AttemptResult, DeliveryStatus } from '../domain/delivery.js';
import type { EnterpriseKeypairState } from '../domain/enterprise-keypair.js';
import type { RecentAttempts, CircuitState } from '../domain/circuit-state.js';
import type { WebhookConfigurationState } from '../domain/webhook-configuration.js';
import type { PublishedEvent } from '../domain/webhook-message.js';

/** The queue of endpoints with something due; a task's subject is the id of a configuration. */
export const WEBHOOK_DELIVERIES = 'webhook-deliveries';

/** The queue of recoveries; a task's subject is the id of one. */
export const WEBHOOK_RECOVERIES = 'webhook-recoveries';

/** What publication needs to know of a configuration. */
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
  /** How many there are; none is added by others until the unit of work ends. */
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

/** A configuration with all that sending to it takes. */
export interface Endpoint extends Pick<
  WebhookConfigurationState,
  'enterprise_id' | 'id' | 'version' | 'url' | 'enabled' | 'secret' | 'previous_secret' | 'previous_secret_until'
> {
  /** Of the enterprise; null while it has none. */
  readonly keypair_id: string | null;
  /** Until then nothing is sent, and then one attempt; null while the endpoint is well. */
  readonly probe_at: Date | null;
  /** How many milliseconds that was away when the endpoint was loaded. */
  readonly probe_in_ms: number | null;
}

/** A delivery that is due, with what is to be sent. */
export interface DueDelivery extends PublishedEvent {
  readonly id: string;
  /** Made so far. */
  readonly attempts: number;
  /** Nothing has happened to it since it was made: it was neither tried nor asked for again. */
  readonly is_new: boolean;
  /** Of the request that caused the event. */
  readonly request_id: string;
  /** Of the work that wrote the event; null while it is not traced. */
  readonly trace_parent: string | null;
}

/** One attempt as it is kept. */
export interface AttemptRecord {
  readonly id: string;
  readonly result: AttemptResult;
  /** The sealed start of the answer; null when there is none. */
  readonly answer: Buffer | null;
}

/** What becomes of a delivery by an attempt. */
export interface DeliveryOutcome {
  readonly status: DeliveryStatus;
  readonly next_attempt_in_ms?: number;
}

/** An attempt, of which delivery it was, and what that becomes by it. */
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
  /** In how many milliseconds the next one of a configuration is due; undefined when none is pending. */
  abstract nextDueInMs(configurationId: string): Promise<number | undefined>;
  /**
   * Writes down attempts and what becomes of their deliveries. Returns the ids of the deliveries; nothing is written of
   * one that is no longer as it was when the attempt began.
   */
  abstract record(attempts: readonly RecordedAttempt[]): Promise<ReadonlySet<string>>;
  /** Makes everything pending due at once, oldest first, with all attempts before it. */
  abstract resume(configurationId: string): Promise<void>;
  /** Has the endpoint's worker look after it, e.g. because its configuration is gone. */
  abstract callWorker(configurationId: string): Promise<void>;
  /** Makes one event due again for the given configurations, also where it was delivered. */
  abstract repeat(eventId: string, configurationIds: readonly string[]): Promise<RepeatedDelivery[]>;
  /** Removes some deliveries of a configuration that is gone; returns whether there may be more. */
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
  /** The newest attempts of this many milliseconds, at most a thousand. */
  abstract recentAttempts(configurationId: string, windowMs: number): Promise<RecentAttempts>;
  /** Has the endpoint probed after this many milliseconds. */
  abstract setProbe(configurationId: string, waitMs: number): Promise<void>;
}

/** Something that the enterprise must hear of. */
export interface Notice {
  readonly configuration_id: string;
  readonly kind: 'endpoint_gone' | 'endpoint_abandoned';
  readonly at: Date;
}

export abstract class Notices {
  abstract add(notice: Notice): Promise<void>;
}

/** Where an answer is kept. */
export interface AnswerPlace {
  readonly enterprise_id: string;
  readonly delivery_id: string;
  readonly id: string;
}

/** Seals and opens response bodies of endpoints, which may contain anything. */
export abstract class ResponseBodyCipher {
  abstract seal(place: AnswerPlace, answer: string): Promise<Buffer>;
  abstract open(place: AnswerPlace, sealed: Buffer): Promise<string>;
}

export type SecretHolder = Pick<
  WebhookConfigurationState,
  'enterprise_id' | 'id' | 'version' | 'secret' | 'previous_secret'
>;

/** Makes and opens the secrets of configurations. Nothing else sees them in clear. */
export abstract class WebhookSecrets {
  /** A new secret, sealed for its row. */
  abstract create(configuration: Pick<WebhookConfigurationState, 'enterprise_id' | 'id'>): Promise<Buffer>;
  /** The secret as the endpoint knows it: `whsec_` and base64. */
  abstract open(configuration: SecretHolder): Promise<string>;
  /** The secret before it. @throws Error when there is none */
  abstract openPrevious(configuration: SecretHolder): Promise<string>;
  /** The present secret, sealed for the place of the previous one. */
  abstract demote(configuration: SecretHolder): Promise<Buffer>;
}

/** The key pair of the current tenant. */
export abstract class EnterpriseKeypairs {
  abstract find(): Promise<EnterpriseKeypairState | undefined>;
  /** Adds the pair unless there is one, and answers the one that is then there. */
  abstract addIfAbsent(keypair: EnterpriseKeypairState): Promise<EnterpriseKeypairState>;
  /** Puts the pair in the place of the one there is, if any. */
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
