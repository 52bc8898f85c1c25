import type { EventSubscription } from '../../api/types.js';

/** Subscriptions to all events of a kind, which also cover events that are added later. */
export const WHOLE_KINDS = [
  ...['subscribe_all', 'transfer_all', 'external_account_all', 'person_all', 'business_all'],
  ...['verify_account_all', 'schedule_all'],
] as EventSubscription[];

const CUSTOMER_STATES = ['created', 'verified', 'rejected', 'restricted', 'unverified', 'closed'];

export const SINGLE_EVENTS = [
  ...['transfer_created', 'transfer_updated'],
  ...['external_account', 'person', 'business'].flatMap((kind) => CUSTOMER_STATES.map((state) => `${kind}_${state}`)),
  ...['verify_account_updated', 'schedule_created', 'schedule_updated'],
] as EventSubscription[];
