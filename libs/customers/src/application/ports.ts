import type { ListQuery } from '@payments/http';
import type { Page } from '@payments/persistence';
import type { Business, BusinessState } from '../domain/business.js';
import type { CustomerStatus, CustomerType, VerificationOutcome } from '../domain/customer-status.js';
import type { Person, PersonState } from '../domain/person.js';
import type { ShownBusiness } from './business.view.js';
import type { ShownPerson } from './person.view.js';

/** Which customers a list shows: created at or after `start_time`, before `end_time`, and in one of the statuses. */
export interface CustomerFilter extends ListQuery {
  readonly start_time?: Date;
  readonly end_time?: Date;
  readonly status?: readonly CustomerStatus[];
  readonly id?: string;
  readonly customer_reference_id?: string;
}

export interface PersonFilter extends CustomerFilter {
  readonly first_name?: string;
  readonly last_name?: string;
}

export interface BusinessFilter extends CustomerFilter {
  readonly legal_name?: string;
}

/** The customers of one kind that the tenant has. Everything happens in the current unit of work. */
export abstract class Customers<Customer, Shown, Filter extends CustomerFilter> {
  /** @throws DomainError duplicate_customer_reference_id, invalid_phone_value when three others share the number */
  abstract add(customer: Customer): Promise<void>;

  /** `forUpdate` keeps other writers out until the end of the unit of work. An id that is not a UUID matches nothing. */
  abstract find(id: string, options?: { readonly forUpdate: boolean }): Promise<Customer | undefined>;

  abstract findByReference(
    customerReferenceId: string,
    options?: { readonly forUpdate: boolean },
  ): Promise<Customer | undefined>;

  /** The customers that exist. */
  abstract findAll(ids: readonly string[], options?: { readonly forUpdate: boolean }): Promise<Customer[]>;

  /** Saves customers that were found for update. @throws DomainError invalid_phone_value */
  abstract save(customers: readonly Customer[]): Promise<void>;

  /** Only the fields of a customer that are shown. An id that is not a UUID matches nothing. */
  abstract read(id: string): Promise<Shown | undefined>;

  /** The fields that are shown, newest first. */
  abstract list(filter: Filter): Promise<Page<Shown>>;
}

export abstract class Persons extends Customers<Person, ShownPerson, PersonFilter> {}

export abstract class Businesses extends Customers<Business, ShownBusiness, BusinessFilter> {}

/** The customer to verify. */
export type VerificationSubject =
  | { readonly type: 'person'; readonly state: PersonState }
  | { readonly type: 'business'; readonly state: BusinessState };

/** Verifies the identity of customers. Called outside of any transaction; may be called twice. */
export abstract class CustomerVerifier {
  /** Outcomes by customer id. A customer without an outcome stays `created`. */
  abstract verify(subjects: readonly VerificationSubject[]): Promise<ReadonlyMap<string, VerificationOutcome>>;
}

/** The fields of a customer that other contexts can read. */
export interface KnownCustomer {
  readonly customer_id: string;
  readonly customer_type: CustomerType;
  readonly status: CustomerStatus;
}

/** Finds customers for other contexts. */
export abstract class CustomerDirectory {
  /** Locks the customer's status until the end of the current unit of work. */
  abstract findByReference(customerReferenceId: string): Promise<KnownCustomer | undefined>;

  /** The reference of the customer of this type and id, closed or not. An id that is not a UUID matches nothing. */
  abstract referenceOf(type: CustomerType, id: string): Promise<string | undefined>;
}
