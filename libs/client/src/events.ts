import type { QueryOf, Business, ExternalAccount, Person, Transfer, WebhookConfiguration } from './types.js';

type Selection = WebhookConfiguration['event_types'][number];

/** The names of events; a configuration may also select groups of them. */
export type EventType = NonNullable<QueryOf<'/webhooks/events', 'get'>['event_type']>[number] & Selection;

interface Resources {
  readonly person: Omit<Person, 'date_of_birth'>;
  readonly business: Business;
  readonly external_account: ExternalAccount;
  readonly transfer: Transfer;
}

interface EventOf<Kind extends keyof Resources> {
  readonly event_id: string;
  readonly event_type: Extract<EventType, `${Kind}_${string}`>;
  readonly data_version: string;
  readonly created_at: string;
  /** Counts the events of one resource from 1. */
  readonly sequence: number;
  /** Made up by a caller, to try out a receiver; its data is whatever was given. */
  readonly test?: true;
  readonly event_data: { readonly [Name in Kind]: Resources[Kind] };
}

/** What a webhook says; `event_type` tells which resource `event_data` holds. */
export type PaymentsEvent = { [Kind in keyof Resources]: EventOf<Kind> }[keyof Resources];

type Logged<Event> = Event extends PaymentsEvent ? Omit<Event, 'data_version'> & { readonly position: number } : never;

/** An event as the log holds it: `position` is its place, to go on `after` from. */
export type LoggedEvent = Logged<PaymentsEvent>;
