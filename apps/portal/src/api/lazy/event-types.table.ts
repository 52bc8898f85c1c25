import type { EventType } from '../types.js';

/** Every event type of the API, or this does not compile. */
const types: Readonly<Record<EventType, true>> = {
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

export const EVENT_TYPES = Object.keys(types) as EventType[];
