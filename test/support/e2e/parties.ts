import { eventually } from '@payments/testing';
import { account, business, person } from './bodies.js';
import type { Body } from './bodies.js';
import type { HttpClient } from './http-client.js';

/** The accounts of a business and of a person, once they and their customers are verified. */
export async function verifiedAccounts(client: HttpClient, mark: string): Promise<{ payee: Body; payer: Body }> {
  await client.post('/deliver/businesses', business(mark));
  await client.post('/deliver/persons', person(mark));
  const accounts = { payee: account(mark, 'business'), payer: account(mark, 'person') };
  const names = [accounts.payee, accounts.payer].flatMap((body) => [
    body['account_reference_id'],
    body['customer_reference_id'],
  ]);
  await client.post('/deliver/external/accounts', accounts.payee);
  await client.post('/deliver/external/accounts', accounts.payer);
  await eventually('customers and accounts are verified', async () => {
    const lists = await Promise.all(
      ['/deliver/businesses', '/deliver/persons', '/deliver/external/accounts'].map((path) =>
        client.get<Record<string, Record<string, unknown>[]>>(path),
      ),
    );
    // Others there may have been rejected.
    const found = lists
      .flatMap((list) => Object.values(list).flat())
      .filter((each) => names.includes(each['account_reference_id'] ?? each['customer_reference_id']));
    return found.length === 4 && found.every(({ status }) => status === 'verified');
  });
  return accounts;
}
