import { masked } from '@payments/kernel';
import type { ControlStatus, DebitStatus, OwnershipStatus } from '../domain/statuses.js';
import type { Evidence, VerifyAccountState } from '../domain/verify-account-state.js';

/** A verification in responses. Times are ISO 8601 with milliseconds; JSON omits undefined fields. */
export interface VerifyAccountView {
  readonly id: string;
  readonly account_number: string;
  readonly routing_number: string;
  readonly account_holder_name: string;
  readonly type: VerifyAccountState['type'];
  readonly email: string | undefined;
  readonly sender_name: string | undefined;
  readonly external_account_id: string | undefined;
  readonly verification_status: VerifyAccountState['verification_status'];
  readonly status_reason: string | undefined;
  readonly evidence: Evidence | undefined;
  readonly ownership_status: OwnershipStatus | undefined;
  readonly person: PersonView | undefined;
  readonly business: BusinessView | undefined;
  readonly control_status: ControlStatus | undefined;
  readonly debit_status: DebitStatus | undefined;
  readonly debit_status_reason: string | undefined;
  readonly estimated_verification_date: string | undefined;
  readonly created_at: string;
  readonly updated_at: string;
}

interface PersonView {
  readonly first_name: string;
  readonly last_name: string;
  readonly phone_number?: string;
  readonly first_name_match?: boolean;
  readonly last_name_match?: boolean;
  readonly phone_number_match?: boolean;
  readonly ssn_match?: boolean;
}

interface BusinessView {
  readonly business_name: string;
  readonly phone_number?: string;
  readonly business_name_match?: boolean;
  readonly phone_number_match?: boolean;
  readonly tax_id_match?: boolean;
}

export function toVerifyAccountView(account: VerifyAccountState): VerifyAccountView {
  const matches = Object.fromEntries(
    Object.entries(account.matches ?? {}).map(([field, isSame]) => [`${field}_match`, isSame]),
  );
  return {
    id: account.id,
    account_number: account.account_number ?? masked(''),
    routing_number: account.routing_number,
    account_holder_name: account.account_holder_name,
    type: account.type,
    email: account.email ?? undefined,
    sender_name: account.sender_name ?? undefined,
    external_account_id: account.external_account_id ?? undefined,
    verification_status: account.verification_status,
    status_reason: account.status_reason ?? undefined,
    evidence: account.evidence ?? undefined,
    ownership_status: account.ownership_status ?? undefined,
    person: account.person === null ? undefined : { ...account.person, ...matches },
    business: account.business === null ? undefined : { ...account.business, ...matches },
    control_status: account.control_status ?? undefined,
    debit_status: account.debit_status ?? undefined,
    debit_status_reason: account.debit_status_reason ?? undefined,
    estimated_verification_date: account.estimated_verification_date?.toISOString(),
    created_at: account.created_at.toISOString(),
    updated_at: account.updated_at.toISOString(),
  };
}

/** A verification in events: the account number is masked, and the e-mail address is left out. */
export function toVerifyAccountEventView(account: VerifyAccountState): Omit<VerifyAccountView, 'email'> {
  const { email: _, ...view } = toVerifyAccountView(account);
  return { ...view, account_number: masked(account.account_number ?? '') };
}
