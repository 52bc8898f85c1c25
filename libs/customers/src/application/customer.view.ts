import type { Address } from '../domain/address.js';
import type { Contact } from '../domain/contact.js';
import type { CustomerStatus, StatusReason } from '../domain/customer-status.js';
import type { CustomerState, Metadata } from '../domain/customer.js';

/** The fields of a customer that responses need. */
export type ShownCustomer = Omit<CustomerState, 'sequence' | 'version' | 'identity_version' | 'status_before_close'>;

type AddressView = Omit<Address, 'address2'> & { readonly address2: string | undefined };

/** The fields of every customer in responses. Times are ISO 8601 with milliseconds; JSON omits undefined fields. */
export interface CustomerView {
  readonly id: string;
  readonly customer_reference_id: string;
  readonly status: CustomerStatus;
  readonly status_reasons: readonly StatusReason[] | undefined;
  readonly addresses: readonly AddressView[] | undefined;
  readonly contacts: readonly Contact[] | undefined;
  readonly created_at: string;
  readonly updated_at: string;
  readonly closed_at: string | undefined;
  readonly metadata: Metadata | undefined;
}

/** @param own the fields that only this kind of customer has; they follow the reference. */
export function toCustomerView<Own extends object>(customer: ShownCustomer, own: Own): CustomerView & Own {
  return {
    id: customer.id,
    customer_reference_id: customer.customer_reference_id,
    ...own,
    status: customer.status,
    status_reasons: unlessEmpty(customer.status_reasons),
    addresses: unlessEmpty(customer.addresses)?.map(toAddressView),
    contacts: unlessEmpty(customer.contacts)?.map(toContactView),
    created_at: customer.created_at.toISOString(),
    updated_at: customer.updated_at.toISOString(),
    closed_at: customer.closed_at?.toISOString(),
    metadata: customer.metadata ?? undefined,
  };
}

function unlessEmpty<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length === 0 ? undefined : list;
}

function toAddressView(address: Address): AddressView {
  return {
    id: address.id,
    type: address.type,
    address1: address.address1,
    address2: address.address2,
    city: address.city,
    state: address.state,
    zip5: address.zip5,
    country: address.country,
    created_at: address.created_at,
    updated_at: address.updated_at,
  };
}

function toContactView({ id, type, value, created_at, updated_at }: Contact): Contact {
  return { id, type, value, created_at, updated_at };
}
