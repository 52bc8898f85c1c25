import { newYorkDate, newYorkInstant, nextBankingDay } from '@payments/kernel';
import type { BankingDate, WallTime } from '@payments/kernel';
import { anAccount, eventually } from '@payments/testing';
import type { ApiClient } from './api-client.js';
import { registerParty } from './parties.js';
import type { Party } from './parties.js';

/** Settings under which waits end only when the clock is moved. */
export const FROZEN = { SANDBOX_DAY_SECONDS: '36000' };

/** Advances the banking clock; resolves when everything due by then has happened. */
export async function advance(client: ApiClient, bankingDays: number): Promise<void> {
  const response = await client.post('/sandbox/clock/advance', { banking_days: bankingDays });
  if (response.status !== 200) throw new Error(response.text);
}

/** Advances the banking clock to an instant; resolves when everything due by then has happened. */
export async function advanceTo(client: ApiClient, to: Date): Promise<void> {
  const response = await client.post('/sandbox/clock/advance', { to: to.toISOString() });
  if (response.status !== 200) throw new Error(response.text);
}

/**
 * Advances the banking clock to the next banking day at this New York time, and returns the day. What follows depends no
 * more on the hour of the run.
 */
export async function advanceToTomorrow(client: ApiClient, wall: WallTime): Promise<BankingDate> {
  const day = nextBankingDay(newYorkDate(new Date()));
  await advanceTo(client, newYorkInstant(day, wall));
  return day;
}

/** A business with an account that has passed verification, so that no transfer waits for it. */
export async function verifiedParty(client: ApiClient, account: Record<string, unknown> = {}): Promise<Party> {
  const party = await registerParty(client, { account });
  await untilVerified(client, party);
  return party;
}

/** The enterprise itself, with an account. */
export async function enterpriseParty(client: ApiClient): Promise<Party> {
  const customer_reference_id = client.credentials.enterprise_name;
  const account = anAccount({ customer_reference_id, customer_resource_type: 'enterprise' });
  const response = await client.post('/deliver/external/accounts', account);
  if (response.status !== 200) throw new Error(response.text);
  const party = { customer_reference_id, account_reference_id: String(account['account_reference_id']) };
  await untilVerified(client, party);
  return party;
}

async function untilVerified(client: ApiClient, party: Party): Promise<void> {
  const one = (items: unknown) => (items as { status: string }[])[0]?.status;
  await eventually(`${party.account_reference_id} verified`, async () => {
    const account = await client.get(`/deliver/external/accounts?account_reference_id=${party.account_reference_id}`);
    if (one(account.body['external_accounts']) !== 'verified') return false;
    if (party.customer_reference_id === client.credentials.enterprise_name) return true;
    const customer = await client.get(`/deliver/businesses?customer_reference_id=${party.customer_reference_id}`);
    return one(customer.body['businesses']) === 'verified';
  });
}

export interface Balance {
  readonly available: number;
  readonly pending: number;
}

export async function balanceOf(client: ApiClient): Promise<Balance> {
  const { available, pending } = (await client.get('/deliver/balance')).body['balance'] as Balance;
  return { available, pending };
}

/** The ledger's net of a transfer by account, credits minus debits; even accounts are left out. */
export async function netOf(client: ApiClient, transferId: string): Promise<Record<string, number>> {
  const response = await client.get(`/deliver/ledger/entries?size=500&transfer_id=${transferId}`);
  const net: Record<string, number> = {};
  type Entry = { debit_account: string; credit_account: string; amount: number };
  for (const { debit_account, credit_account, amount } of response.body['entries'] as Entry[]) {
    net[debit_account] = (net[debit_account] ?? 0) - amount;
    net[credit_account] = (net[credit_account] ?? 0) + amount;
  }
  return Object.fromEntries(Object.entries(net).filter(([, cents]) => cents !== 0));
}

export async function historyOf(client: ApiClient, transferId: string): Promise<string[]> {
  const response = await client.get(`/deliver/transfers/${transferId}/history`);
  return (response.body['statuses'] as { status: string }[]).map(({ status }) => status);
}
