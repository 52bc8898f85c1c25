import type { ResourceType } from '@payments/kernel';
import type { ListQuery, Page } from '@payments/platform';
import type { AttemptResult, DeliveryStatus } from '../domain/delivery.js';
import type { EnterpriseKeypairState } from '../domain/enterprise-keypair.js';
import type { WebhookConfigurationState } from '../domain/webhook-configuration.js';
import type { PublishedEvent } from '../domain/webhook-message.js';

/** The queue of deliveries; a task's subject is the id of a delivery. */
export const WEBHOOK_DELIVERIES = 'webhook-deliveries';

/** What publication needs to know of a configuration. */
export type Subscriber = Pick<WebhookConfigurationState, 'id' | 'event_types' | 'enabled'>;

/** The configurations of the tenant at hand. */
export abstract class WebhookConfigurations {
  /** Newest first. */
  abstract list(query: ListQuery): Promise<Page<WebhookConfigurationState>>;
  abstract find(id: string): Promise<WebhookConfigurationState | undefined>;
  /** As `find`; nobody else changes, removes or publishes to it until the unit of work ends. */
  abstract lock(id: string): Promise<WebhookConfigurationState | undefined>;
  /** All of them; none is changed or removed until the unit of work ends. */
  abstract lockSubscribers(): Promise<Subscriber[]>;
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
  readonly request_id: string;
}

/** The tenant's log of events, as publication sees it. */
export abstract class EventPublications {
  /**
   * The last position given out; nobody else publishes for the tenant until the unit of work ends. Undefined when
   * somebody else is at it.
   */
  abstract takeTurn(): Promise<string | undefined>;
  /** Gives the next positions to the oldest events without one, at most `limit` of them. */
  abstract publish(lastPosition: string, limit: number): Promise<NewlyPublished[]>;
}

/** One event for one configuration. */
export interface NewDelivery {
  readonly event_id: string;
  readonly configuration_id: string;
  readonly status: Extract<DeliveryStatus, 'pending' | 'held'>;
  readonly request_id: string;
}

/** A delivery with all that sending it takes. */
export interface DueDelivery extends PublishedEvent {
  readonly enterprise_id: string;
  readonly id: string;
  readonly status: DeliveryStatus;
  /** Made so far. */
  readonly attempts: number;
  readonly configuration_id: string;
  readonly configuration_version: number;
  readonly url: string;
  readonly enabled: boolean;
  /** The configuration's sealed secret. */
  readonly secret: Buffer;
  /** Of the enterprise; null while it has none. */
  readonly keypair_id: string | null;
}

/** The trace that an attempt leaves. */
export interface AttemptRecord {
  readonly status: DeliveryStatus;
  readonly result: AttemptResult;
  readonly at: Date;
  readonly next_attempt_at?: Date;
}

/** The deliveries of the tenant at hand, and the tasks that stand for the pending ones. */
export abstract class Deliveries {
  /** Adds deliveries, with a task for each pending one. One that is there already stays as it is. */
  abstract add(deliveries: readonly NewDelivery[]): Promise<void>;
  /** Undefined when the delivery, or its configuration, was removed. */
  abstract load(id: string): Promise<DueDelivery | undefined>;
  /** Writes down an attempt. A delivery that was removed meanwhile is left alone. */
  abstract record(id: string, attempt: AttemptRecord): Promise<void>;
  /** Holds a pending delivery. Answers false, and does nothing, when its configuration is enabled. */
  abstract hold(id: string, configurationId: string): Promise<boolean>;
  /** Makes the held deliveries of a configuration due, oldest first, with all their attempts before them. */
  abstract release(configurationId: string): Promise<void>;
  abstract removeAll(configurationId: string): Promise<void>;
}

/** Makes and opens the secrets of configurations. Nothing else sees them in clear. */
export abstract class WebhookSecrets {
  /** A new secret, sealed for its row. */
  abstract create(configuration: Pick<WebhookConfigurationState, 'enterprise_id' | 'id'>): Promise<Buffer>;
  /** The secret as the receiver knows it: `whsec_` and base64. */
  abstract open(
    configuration: Pick<WebhookConfigurationState, 'enterprise_id' | 'id' | 'version' | 'secret'>,
  ): Promise<string>;
}

/** The key pair of the tenant at hand. */
export abstract class EnterpriseKeypairs {
  abstract find(): Promise<EnterpriseKeypairState | undefined>;
  /** Adds the pair unless there is one, and answers the one that is then there. */
  abstract addIfAbsent(keypair: EnterpriseKeypairState): Promise<EnterpriseKeypairState>;
}

export abstract class KeypairFactory {
  /** A new RSA-2048 pair, its private key sealed for its row. */
  abstract create(enterpriseId: string, at: Date): Promise<EnterpriseKeypairState>;
}

export abstract class WebhookSender {
  /** Signs and sends. Whatever goes wrong outside of this service is a result, not an error. */
  abstract send(delivery: DueDelivery): Promise<AttemptResult>;
}

export abstract class Jitter {
  /** A number from 0 to below 1. */
  abstract next(): number;
}
