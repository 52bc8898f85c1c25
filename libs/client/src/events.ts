import type {
  QueryOf,
  Business,
  ExternalAccount,
  Person,
  ReturnRates,
  Approval,
  BookTransfer,
  BulkTransfer,
  Report,
  Schedule,
  Subledger,
  Transfer,
  VerifyAccount,
  WebhookConfiguration,
} from './types.js';

type Selection = WebhookConfiguration['event_types'][number];

/** The names of events; a configuration may also select groups of them. */
export type EventType = NonNullable<QueryOf<'/webhooks/events', 'get'>['event_type']>[number] & Selection;

interface Resources {
  readonly person: Omit<Person, 'date_of_birth'>;
  readonly business: Business;
  readonly external_account: ExternalAccount;
  readonly transfer: Transfer;
  readonly verify_account: Omit<VerifyAccount, 'email'>;
  readonly schedule: Schedule;
  readonly approval: Approval;
  readonly subledger: Subledger;
  readonly book_transfer: BookTransfer;
  readonly bulk_transfer: BulkTransfer;
  readonly report: Report;
  readonly return_rate: ReturnRates;
}

/** The key of a resource inside `event_data`. */
type KeyOf<Kind extends keyof Resources> = Kind extends 'verify_account' ? 'account' : Kind;

interface EventOf<Kind extends keyof Resources> {
  readonly event_id: string;
  readonly event_type: Extract<EventType, `${Kind}_${string}`>;
  readonly data_version: string;
  readonly created_at: string;
  /** Counts the events of one resource from 1. */
  readonly sequence: number;
  /** Created by a caller to test an endpoint; its data is what the caller gave. */
  readonly test?: true;
  readonly event_data: { readonly [Name in KeyOf<Kind>]: Resources[Kind] };
}

/** The body of a webhook; `event_type` determines which resource `event_data` holds. */
export type PaymentsEvent = { [Kind in keyof Resources]: EventOf<Kind> }[keyof Resources];

type Logged<Event> = Event extends PaymentsEvent ? Omit<Event, 'data_version'> & { readonly position: number } : never;

/** An event in the log: pass its `position` as `after` to continue from it. */
export type LoggedEvent = Logged<PaymentsEvent>;
