import { aBusiness, anAccount, eventually } from '@payments/testing';
import type { ApiClient } from './api-client.js';

export interface Party {
  readonly account_reference_id: string;
  readonly customer_reference_id: string;
}

/** A business and its account, as they are right after their creation. */
export async function registerParty(
  client: ApiClient,
  { business = {}, account = {} }: { business?: Record<string, unknown>; account?: Record<string, unknown> } = {},
): Promise<Party> {
  const made = aBusiness(business);
  const customer_reference_id = String(made['customer_reference_id']);
  const responses = [await client.post('/deliver/businesses', made)];
  const opened = anAccount({ customer_reference_id, ...account });
  responses.push(await client.post('/deliver/external/accounts', opened));
  const refused = responses.find(({ status }) => status !== 200);
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

/** Waits until the transfer has one of the statuses, and returns it. */
export function untilStatus(client: ApiClient, id: string, ...statuses: string[]): Promise<Record<string, unknown>> {
  return eventually(`transfer ${id} ${statuses.join(' or ')}`, async () => {
    const transfer = (await client.get(`/deliver/transfers/${id}`)).body['transfer'] as Record<string, unknown>;
    return statuses.includes(String(transfer['status'])) && transfer;
  });
}
