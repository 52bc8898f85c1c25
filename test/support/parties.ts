import { eventually } from '@payments/testing';
import type { ApiClient } from './api-client.js';

export interface Party {
  readonly account_reference_id: string;
  readonly customer_reference_id: string;
}

let parties = 0;

export function aPerson(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    customer_reference_id: `person-${++parties}`,
    first_name: 'Jane',
    last_name: 'Doe',
    date_of_birth: '1985-04-12',
    social_security_number: '123-45-6789',
    addresses: [{ type: 'home', address1: '1 Elm St', city: 'Reno', state: 'NV', country: 'US', zip5: '89501' }],
    ...overrides,
  };
}

export function aBusiness(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    customer_reference_id: `business-${++parties}`,
    legal_name: 'Northwind Trading LLC',
    tax_id: '123456789',
    tax_id_type: 'ein',
    addresses: [
      { type: 'legal', address1: '1 Main Street', city: 'Austin', state: 'TX', country: 'US', zip5: '78701' },
    ],
    ...overrides,
  };
}

export function anAccount(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    account_reference_id: `account-${++parties}`,
    customer_resource_type: 'business',
    account_type: 'checking',
    account_number: '1234567890',
    routing_number: '021000021',
    account_holder_name: 'Northwind Trading LLC',
    ...overrides,
  };
}

/** A business and its account, as they are right after their creation. */
export async function registerParty(
  client: ApiClient,
  { business = {}, account = {} }: { business?: Record<string, unknown>; account?: Record<string, unknown> } = {},
): Promise<Party> {
  const made = aBusiness(business);
  const customer_reference_id = String(made['customer_reference_id']);
  const answers = [await client.post('/deliver/businesses', made)];
  const opened = anAccount({ customer_reference_id, ...account });
  answers.push(await client.post('/deliver/external/accounts', opened));
  const refused = answers.find(({ status }) => status !== 200);
  if (refused !== undefined) throw new Error(refused.text);
  return { customer_reference_id, account_reference_id: String(opened['account_reference_id']) };
}

let transfers = 0;

export function aPayout(destination: Party, overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    transfer_reference_id: `transfer-${++transfers}`,
    destination,
    amount: 12_500,
    currency: 'USD',
    speed: 'standard',
    ...overrides,
  };
}

export function aDirectDebit(source: Party, overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const { destination, ...rest } = aPayout(source, overrides);
  return { source, ...rest };
}

/** Waits until the transfer has one of the statuses, and answers it. */
export function untilStatus(client: ApiClient, id: string, ...statuses: string[]): Promise<Record<string, unknown>> {
  return eventually(`transfer ${id} ${statuses.join(' or ')}`, async () => {
    const transfer = (await client.get(`/deliver/transfers/${id}`)).body['transfer'] as Record<string, unknown>;
    return statuses.includes(String(transfer['status'])) && transfer;
  });
}
