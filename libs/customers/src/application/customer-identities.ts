import { Injectable } from '@nestjs/common';
import { Businesses, Persons } from './ports.js';

/** Who a verified customer is. Never leaves the process. */
export type CustomerIdentity =
  | {
      readonly type: 'person';
      readonly first_name: string;
      readonly last_name: string;
      /** Digits. */
      readonly phones: readonly string[];
      /** Nine digits of the SSN. */
      readonly identity_number: string | null;
    }
  | {
      readonly type: 'business';
      readonly names: readonly string[];
      readonly phones: readonly string[];
      /** Nine digits of the tax id. */
      readonly identity_number: string | null;
    };

/** Tells other contexts who a customer is, to compare it with what someone else says. In the current unit of work. */
@Injectable()
export class CustomerIdentities {
  constructor(
    private readonly persons: Persons,
    private readonly businesses: Businesses,
  ) {}

  /** Undefined for a customer that is not verified. */
  async ofVerified(type: 'person' | 'business', customerReferenceId: string): Promise<CustomerIdentity | undefined> {
    if (type === 'person') {
      const person = (await this.persons.findByReference(customerReferenceId))?.snapshot();
      if (person?.status !== 'verified') return undefined;
      const { first_name, last_name, social_security_number: identity_number } = person;
      return { type, first_name, last_name, phones: phonesOf(person), identity_number };
    }
    const business = (await this.businesses.findByReference(customerReferenceId))?.snapshot();
    if (business?.status !== 'verified') return undefined;
    const names = [business.legal_name, business.business_name].filter((name) => name !== null);
    return { type, names, phones: phonesOf(business), identity_number: business.tax_id };
  }
}

function phonesOf({ contacts }: { readonly contacts: readonly { readonly type: string; readonly value: string }[] }) {
  return contacts.filter(({ type }) => type === 'phone').map(({ value }) => value);
}
