import type { CustomerKind } from '../../api/types.js';
import type { FilterField } from '../../ui/filters.js';

const STATUSES = ['created', 'verified', 'rejected', 'restricted', 'closed'];

/** The API finds whole names. */
const NAMES: Readonly<Record<CustomerKind, readonly FilterField[]>> = {
  persons: [
    { name: 'first_name', label: 'field.firstName', kind: 'text' },
    { name: 'last_name', label: 'field.lastName', kind: 'text' },
  ],
  businesses: [{ name: 'legal_name', label: 'field.legalName', kind: 'text' }],
};

/** `kind` decides which list of the API is read; the others are its parameters. */
export const customerFilters: readonly FilterField[] = [
  { name: 'kind', label: 'customers.kind', kind: 'choice', values: ['persons', 'businesses'], texts: 'customers' },
  { name: 'status', label: 'field.status', kind: 'choices', values: STATUSES },
  ...NAMES.persons,
  ...NAMES.businesses,
  { name: 'customer_reference_id', label: 'field.customerReference', kind: 'text' },
  { name: 'start_time', label: 'filter.from', kind: 'date' },
  { name: 'end_time', label: 'filter.to', kind: 'date' },
];

/** What the list of a kind is narrowed by; the kind is a tab, no filter. */
export function narrowingOf(kind: CustomerKind): readonly FilterField[] {
  const others = NAMES[kind === 'persons' ? 'businesses' : 'persons'];
  return customerFilters.filter((field) => field.name !== 'kind' && !others.includes(field));
}
