/** Bodies that the service accepts; `mark` makes their reference ids their own. */

import type { NewBusiness, NewExternalAccount, NewPerson, NewTransfer } from '@payments/client';

/** Of a request, with anything in it. */
export type Body = Readonly<Record<string, unknown>>;

export const business = (mark: string): NewBusiness => ({
  customer_reference_id: `business-${mark}`,
  legal_name: 'Northwind Trading LLC',
  entity_type: 'limited_liability_company',
  tax_id: '123456789',
  tax_id_type: 'ein',
  addresses: [
    { type: 'legal', address1: '500 Market Street', city: 'San Francisco', state: 'CA', country: 'US', zip5: '94105' },
  ],
});

export const person = (mark: string): NewPerson => ({
  customer_reference_id: `person-${mark}`,
  first_name: 'Jane',
  last_name: 'Doe',
  date_of_birth: '1984-02-29',
  addresses: [
    { type: 'home', address1: '1 Main Street', city: 'Springfield', state: 'IL', country: 'US', zip5: '62701' },
  ],
});

export const account = (mark: string, owner: 'business' | 'person'): NewExternalAccount => ({
  account_reference_id: `account-of-${owner}-${mark}`,
  customer_reference_id: `${owner}-${mark}`,
  customer_resource_type: owner,
  account_type: 'checking',
  account_number: '1234567890',
  routing_number: '021000021',
  account_holder_name: 'Northwind Trading LLC',
});

/** How a transfer names the account of one of its sides. */
export type Party = Pick<NewExternalAccount, 'account_reference_id' | 'customer_reference_id'>;

export const partyOf = ({ account_reference_id, customer_reference_id }: Party): Party => ({
  account_reference_id,
  customer_reference_id,
});

export const payout = (reference: string, to: Party): NewTransfer => ({
  transfer_reference_id: reference,
  destination: partyOf(to),
  amount: 12_500,
  currency: 'USD',
  speed: 'same_day',
});

export const directDebit = (reference: string, from: Party): NewTransfer => ({
  transfer_reference_id: reference,
  source: partyOf(from),
  amount: 7_500,
  currency: 'USD',
  speed: 'standard',
});
