import { replaceAddresses } from './address.js';
import type { Address, AddressInput } from './address.js';
import { phoneOf, replaceContacts } from './contact.js';
import type { Contact, ContactInput } from './contact.js';
import type { CustomerStatus, StatusReason } from './customer-status.js';

/** Keys with a text, number or boolean value each, attached by the client. */
export type Metadata = Readonly<Record<string, string | number | boolean>>;

/** The fields that persons and businesses share, as a client sends them. */
export interface CustomerInput {
  readonly customer_reference_id: string;
  readonly addresses?: readonly AddressInput[];
  readonly contacts?: readonly ContactInput[];
  readonly metadata?: Metadata;
}

/** The fields that persons and businesses share, as stored. */
export interface CustomerState {
  readonly id: string;
  readonly customer_reference_id: string;
  readonly status: CustomerStatus;
  readonly status_reasons: readonly StatusReason[];
  readonly addresses: readonly Address[];
  readonly contacts: readonly Contact[];
  readonly metadata: Metadata | null;
  /** Number of the latest event. */
  readonly sequence: number;
  /** Incremented by every change. */
  readonly version: number;
  /** Incremented by every change that requires verification: outcomes apply to the version that was verified. */
  readonly identity_version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly closed_at: Date | null;
  /** Null while it is open, and if it closed before this was recorded. */
  readonly status_before_close: CustomerStatus | null;
}

/** The identity and the time that a new resource is given. */
export interface Registration {
  readonly id: string;
  readonly now: Date;
}

export function newCustomer(input: CustomerInput, { id, now }: Registration): CustomerState {
  return {
    id,
    status: 'created',
    status_reasons: [],
    sequence: 0,
    version: 1,
    identity_version: 1,
    created_at: now,
    updated_at: now,
    closed_at: null,
    status_before_close: null,
    ...replacedParts({ addresses: [], contacts: [] }, input, now),
  };
}

/** The common fields after a full replacement: fields that were not sent are removed. */
export function replacedParts(
  present: Pick<CustomerState, 'addresses' | 'contacts'>,
  { customer_reference_id, addresses = [], contacts = [], metadata = {} }: CustomerInput,
  now: Date,
): Pick<CustomerState, 'customer_reference_id' | 'addresses' | 'contacts' | 'metadata'> {
  return {
    customer_reference_id,
    addresses: replaceAddresses(present.addresses, addresses, now),
    contacts: replaceContacts(present.contacts, contacts, now),
    metadata: Object.keys(metadata).length === 0 ? null : metadata,
  };
}

/** The phone number that counts towards the limit on sharing it: none for a closed customer. */
export function sharedPhone({ status, contacts }: Pick<CustomerState, 'status' | 'contacts'>): string | undefined {
  return status === 'closed' ? undefined : phoneOf(contacts);
}
