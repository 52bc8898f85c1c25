/** The kinds of resources that have events; also the key of the resource inside `event_data`. */
export type ResourceType = 'person' | 'business' | 'external_account' | 'transfer';

/** What happened to one resource, as an aggregate records it. */
export interface DomainEvent<Type extends string = string> {
  readonly type: Type;
  readonly occurredAt: Date;
}

/** A domain event prepared for the log: its resource, its sequence number for that resource, its body. */
export interface RecordedEvent {
  readonly id: string;
  readonly type: string;
  readonly resource_type: ResourceType;
  readonly resource_id: string;
  /** Counts the events of one resource from 1, without gaps. */
  readonly sequence: number;
  /** The `event_data` of the webhook body: `{ [resource_type]: view }`, free of secrets. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
}
