/** The kinds of resources that have events. */
export type ResourceType =
  | 'person'
  | 'business'
  | 'external_account'
  | 'transfer'
  | 'verify_account'
  | 'schedule'
  | 'approval'
  | 'subledger'
  | 'book_transfer'
  | 'bulk_transfer'
  | 'report'
  | 'return_rate';

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
  /** The `event_data` of the webhook body: the view under the key of the resource, free of secrets. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
}
