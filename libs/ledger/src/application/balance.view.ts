import { Money } from '@payments/kernel';
import type { LedgerAccount } from '../domain/accounts.js';
import type { AccountBalance } from '../domain/balance.js';

/** Amounts in cents. */
export interface Amounts {
  readonly pending: number;
  readonly available: number;
  readonly currency: 'USD';
  readonly updated_at: string;
}

/**
 * The money of an enterprise: `balance` is its own available and incoming money; `total_balance` adds that of all
 * subledgers, and what is reserved for transfers not yet submitted, which it still owns.
 */
export interface BalanceView {
  readonly balance: Amounts;
  readonly total_balance: Amounts;
}

export function toBalanceView(
  balances: readonly AccountBalance[],
  ofSubledgers: readonly AccountBalance[],
): BalanceView {
  return {
    balance: amounts(balances, ['available']),
    total_balance: amounts([...balances, ...ofSubledgers], ['available', 'reserved']),
  };
}

function amounts(balances: readonly AccountBalance[], own: readonly LedgerAccount[]): Amounts {
  const of = (accounts: readonly LedgerAccount[]) => balances.filter(({ account }) => accounts.includes(account));
  const sum = (accounts: readonly LedgerAccount[]) =>
    Money.usd(of(accounts).reduce((total, { balance }) => total + balance, 0n)).toWire();
  const latest = Math.max(...of([...own, 'pending']).map(({ updated_at }) => updated_at.getTime()));
  return {
    pending: sum(['pending']),
    available: sum(own),
    currency: 'USD',
    updated_at: new Date(latest).toISOString(),
  };
}
