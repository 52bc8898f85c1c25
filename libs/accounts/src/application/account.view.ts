import { masked } from '../domain/account-numbers.js';
import type { StatusReason } from '../domain/account-status.js';
import type { AccountInput, AccountState } from '../domain/external-account.js';

/** An external account as answers show it. Times are ISO 8601 with milliseconds; what has no value is left out. */
export interface AccountView extends AccountInput {
  readonly id: string;
  readonly status: AccountState['status'];
  readonly status_reasons: readonly StatusReason[];
  readonly created_at: string;
  readonly updated_at: string;
  readonly closed_at?: string;
}

export function toAccountView(state: AccountState): AccountView {
  const { status_reasons, created_at, updated_at, closed_at, metadata } = state;
  return {
    id: state.id,
    account_reference_id: state.account_reference_id,
    customer_reference_id: state.customer_reference_id,
    customer_resource_type: state.customer_resource_type,
    account_type: state.account_type,
    account_number: state.account_number,
    routing_number: state.routing_number,
    account_holder_name: state.account_holder_name,
    status: state.status,
    status_reasons,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    ...(closed_at !== null && { closed_at: closed_at.toISOString() }),
    ...(metadata !== null && { metadata }),
  };
}

/** An external account as events show it: the account number masked. */
export function toAccountEventView(state: AccountState): AccountView {
  return { ...toAccountView(state), account_number: masked(state.account_number) };
}
