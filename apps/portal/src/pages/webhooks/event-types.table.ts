import { EVENT_TYPES } from '../../api/lazy/event-types.table.js';
import type { EventSubscription, EventType } from '../../api/types.js';

/** With the single events every subscription of the API, or this does not compile: what the form does not show, saving it would drop. */
const wholeKinds: Readonly<Record<Exclude<EventSubscription, EventType>, true>> = {
  subscribe_all: true,
  transfer_all: true,
  external_account_all: true,
  person_all: true,
  business_all: true,
  verify_account_all: true,
  schedule_all: true,
  approval_all: true,
  subledger_all: true,
  book_transfer_all: true,
  bulk_transfer_all: true,
  report_all: true,
  return_rate_all: true,
};

/** Subscriptions to all events of a kind, which also cover events that are added later. */
export const WHOLE_KINDS = Object.keys(wholeKinds) as (keyof typeof wholeKinds)[];

export const SINGLE_EVENTS: readonly EventSubscription[] = EVENT_TYPES;
