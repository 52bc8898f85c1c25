import type { EventSubscription } from '../../api/types.js';

/** Every subscription of the API, or this does not compile: what the form does not show, saving it would drop. */
const subscriptions: Readonly<Record<EventSubscription, true>> = {
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
  transfer_created: true,
  transfer_updated: true,
  external_account_created: true,
  external_account_verified: true,
  external_account_rejected: true,
  external_account_restricted: true,
  external_account_unverified: true,
  external_account_closed: true,
  person_created: true,
  person_verified: true,
  person_rejected: true,
  person_restricted: true,
  person_unverified: true,
  person_closed: true,
  business_created: true,
  business_verified: true,
  business_rejected: true,
  business_restricted: true,
  business_unverified: true,
  business_closed: true,
  verify_account_updated: true,
  schedule_created: true,
  schedule_updated: true,
  approval_requested: true,
  approval_decided: true,
  subledger_created: true,
  book_transfer_updated: true,
  bulk_transfer_updated: true,
  report_updated: true,
  return_rate_changed: true,
};

const all = Object.keys(subscriptions) as EventSubscription[];
const isWholeKind = (type: EventSubscription) => type.endsWith('_all');

/** Subscriptions to all events of a kind, which also cover events that are added later. */
export const WHOLE_KINDS = all.filter(isWholeKind);

export const SINGLE_EVENTS = all.filter((type) => !isWholeKind(type));
