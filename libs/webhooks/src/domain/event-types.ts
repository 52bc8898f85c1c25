import type { ResourceType } from '@payments/kernel';

const CUSTOMER_CHANGES = ['created', 'verified', 'rejected', 'restricted', 'unverified', 'closed'] as const;
const TRANSFER_CHANGES = ['created', 'updated'] as const;

/** What can happen to each kind of resource. */
export const CHANGES = {
  person: CUSTOMER_CHANGES,
  business: CUSTOMER_CHANGES,
  external_account: CUSTOMER_CHANGES,
  transfer: TRANSFER_CHANGES,
  verify_account: ['updated'],
  schedule: ['created', 'updated'],
  approval: ['requested', 'decided'],
  subledger: ['created'],
  book_transfer: ['updated'],
  bulk_transfer: ['updated'],
  report: ['updated'],
  return_rate: ['changed'],
} as const satisfies Record<ResourceType, readonly string[]>;

/** Selects every event of every kind of resource. */
const EVERYTHING = 'subscribe_all';

const RESOURCES = Object.keys(CHANGES) as ResourceType[];

/** Every event type, e.g. `transfer_created`. */
export const EVENT_TYPES: readonly string[] = RESOURCES.flatMap((resource) =>
  CHANGES[resource].map((change) => `${resource}_${change}`),
);

/** Every value that `event_types` of a configuration may hold: selectors of many types, and single types. */
export const SUBSCRIPTIONS: readonly string[] = [EVERYTHING, ...RESOURCES.map(everyEventOf), ...EVENT_TYPES];

/** Whether a configuration with these `event_types` receives the event. */
export function subscribes(
  eventTypes: readonly string[],
  { type, resource_type }: { readonly type: string; readonly resource_type: ResourceType },
): boolean {
  return [type, everyEventOf(resource_type), EVERYTHING].some((selector) => eventTypes.includes(selector));
}

/** The event types that a list of types and selectors stands for. */
export function typesOf(eventTypes: readonly string[]): string[] {
  return RESOURCES.flatMap((resource_type) =>
    CHANGES[resource_type]
      .map((change) => `${resource_type}_${change}`)
      .filter((type) => subscribes(eventTypes, { type, resource_type })),
  );
}

/** The kind of resource that an event type is about: the one with the longest name that it begins with. */
export function resourceOf(eventType: string): ResourceType {
  const found = RESOURCES.filter((resource) => eventType.startsWith(`${resource}_`));
  return found.toSorted((one, other) => other.length - one.length)[0]!;
}

function everyEventOf(resource: ResourceType): string {
  return `${resource}_all`;
}
