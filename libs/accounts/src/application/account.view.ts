import { masked } from '@payments/kernel';
import type { Corrections } from '../domain/account-corrections.js';
import type { StatusReason } from '../domain/account-status.js';
import type { AccountInput, AccountState, Metadata } from '../domain/external-account.js';

/** The fields of an account that responses need. */
export type ShownAccount = Omit<AccountState, 'sequence' | 'version' | 'details_version' | 'status_before_close'>;

/**
 * An external account in responses. Times are ISO 8601 with milliseconds; JSON omits undefined fields.
 */
export interface AccountView extends Omit<AccountInput, 'metadata'> {
  readonly id: string;
  readonly status: AccountState['status'];
  readonly status_reasons: readonly StatusReason[] | undefined;
  readonly corrections: Corrections | undefined;
  readonly created_at: string;
  readonly updated_at: string;
  readonly closed_at: string | undefined;
  readonly metadata: Metadata | undefined;
}

export function toAccountView(account: ShownAccount): AccountView {
  const { status_reasons } = account;
  return {
    id: account.id,
    account_reference_id: account.account_reference_id,
    customer_reference_id: account.customer_reference_id,
    customer_resource_type: account.customer_resource_type,
    account_type: account.account_type,
    account_number: account.account_number,
    routing_number: account.routing_number,
    account_holder_name: account.account_holder_name,
    status: account.status,
    status_reasons: status_reasons.length === 0 ? undefined : status_reasons,
    corrections: account.corrections ?? undefined,
    created_at: account.created_at.toISOString(),
    updated_at: account.updated_at.toISOString(),
    closed_at: account.closed_at?.toISOString(),
    metadata: account.metadata ?? undefined,
  };
}

/** An external account in events: account numbers are masked. */
export function toAccountEventView(account: ShownAccount): AccountView {
  const { corrections, ...view } = toAccountView(account);
  return {
    ...view,
    account_number: masked(view.account_number),
    corrections: corrections && withMaskedNumber(corrections),
  };
}

function withMaskedNumber({ account_number, ...others }: Corrections): Corrections {
  return account_number === undefined ? others : { account_number: masked(account_number), ...others };
}
