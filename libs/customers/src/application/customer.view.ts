import type { Address } from '../domain/address.js';
import type { Contact } from '../domain/contact.js';
import type { CustomerStatus, StatusReason } from '../domain/customer-status.js';
import type { CustomerState, Metadata } from '../domain/customer.js';

/** What answers show of every customer. Times are ISO 8601 with milliseconds; what has no value is left out. */
export interface CustomerView {
  readonly id: string;
  readonly customer_reference_id: string;
  readonly status: CustomerStatus;
  readonly status_reasons?: readonly StatusReason[];
  readonly addresses?: readonly Address[];
  readonly contacts?: readonly Contact[];
  readonly created_at: string;
  readonly updated_at: string;
  readonly closed_at?: string;
  readonly metadata?: Metadata;
}

/** @param own what only this kind of customer has; it follows the reference. */
export function toCustomerView<Own extends object>(state: CustomerState, own: Own): CustomerView & Own {
  const { status_reasons, addresses, contacts, closed_at, metadata } = state;
  return {
    id: state.id,
    customer_reference_id: state.customer_reference_id,
    ...own,
    status: state.status,
    ...(status_reasons.length > 0 && { status_reasons }),
    ...(addresses.length > 0 && { addresses: addresses.map(toAddressView) }),
    ...(contacts.length > 0 && { contacts: contacts.map(toContactView) }),
    created_at: state.created_at.toISOString(),
    updated_at: state.updated_at.toISOString(),
    ...(closed_at !== null && { closed_at: closed_at.toISOString() }),
    ...(metadata !== null && { metadata }),
  };
}

function toAddressView({ id, type, address1, address2, city, state, zip5, country, ...times }: Address): Address {
  const { created_at, updated_at } = times;
  const second = address2 === undefined ? {} : { address2 };
  return { id, type, address1, ...second, city, state, zip5, country, created_at, updated_at };
}

function toContactView({ id, type, value, created_at, updated_at }: Contact): Contact {
  return { id, type, value, created_at, updated_at };
}
