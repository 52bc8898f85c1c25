import { randomBytes } from 'node:crypto';
import type { PaymentsClient } from '@payments/client';

/** An unused reference id. */
export const reference = (what: string) => `trigger-${what}-${randomBytes(4).toString('hex')}`;

const ADDRESS = {
  address1: '500 Market Street',
  city: 'San Francisco',
  state: 'CA',
  country: 'US',
  zip5: '94105',
} as const;

/** @param name two words: first and last name; some decide the person's outcome */
export function createPerson(payments: PaymentsClient, name = 'Ada Lovelace') {
  const [first_name = '', last_name = ''] = name.split(' ');
  return payments.persons.create({
    customer_reference_id: reference('person'),
    first_name,
    last_name,
    date_of_birth: '1990-02-28',
    addresses: [{ type: 'home', ...ADDRESS }],
  });
}

/** @param legal_name some decide the business's outcome */
export function createBusiness(payments: PaymentsClient, legal_name = 'Northwind Trading LLC') {
  return payments.businesses.create({
    customer_reference_id: reference('business'),
    legal_name,
    tax_id: '123456789',
    tax_id_type: 'ein',
    addresses: [{ type: 'legal', ...ADDRESS }],
  });
}

/** An account of a new business. @param account_holder_name some decide the account's outcome */
export async function createAccount(payments: PaymentsClient, account_holder_name = 'Northwind Trading LLC') {
  const { customer_reference_id } = await createBusiness(payments);
  return payments.accounts.create({
    account_reference_id: reference('account'),
    customer_reference_id,
    customer_resource_type: 'business',
    account_type: 'checking',
    account_number: '1234567890',
    routing_number: '021000021',
    account_holder_name,
  });
}
