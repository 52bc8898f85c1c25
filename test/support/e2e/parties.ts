import type { PaymentsClient } from '@payments/client';
import { eventually } from '@payments/testing';
import { account, business, person } from './bodies.js';
import type { Party } from './bodies.js';

/** The accounts of a business and of a person, once they and their customers are verified. */
export async function verifiedAccounts(
  { businesses, persons, accounts }: PaymentsClient,
  mark: string,
): Promise<Record<'payee' | 'payer', Party>> {
  const company = await businesses.create(business(mark));
  const human = await persons.create(person(mark));
  const payee = await accounts.create(account(mark, 'business'));
  const payer = await accounts.create(account(mark, 'person'));
  await eventually('customers and accounts are verified', async () => {
    const customers = [businesses.get(company.id), persons.get(human.id)];
    const now = await Promise.all([...customers, accounts.get(payee.id), accounts.get(payer.id)]);
    return now.every(({ status }) => status === 'verified');
  });
  return { payee, payer };
}
