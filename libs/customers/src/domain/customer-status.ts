import type { Transitions } from '@payments/kernel';

export type CustomerType = 'person' | 'business';

export type CustomerStatus = 'created' | 'verified' | 'rejected' | 'restricted' | 'closed';

/**
 * Verification moves a customer out of `created`; a changed identity moves a verified or rejected one back to it. A new
 * screening list stops a verified one. A restriction stays, whatever data the customer sends.
 */
export const customerTransitions: Transitions<CustomerStatus> = {
  created: ['verified', 'rejected', 'restricted', 'closed'],
  verified: ['created', 'rejected', 'restricted', 'closed'],
  rejected: ['created', 'closed'],
  restricted: ['closed'],
  closed: [],
};

/** Why a customer is not verified: codes and messages for the client. */
export const reasonMessages = {
  deceased_person: 'The person is recorded as deceased',
  incomplete_address: 'The address is incomplete',
  incomplete_dob: 'The date of birth is incomplete',
  incomplete_ssn: 'The Social Security number is incomplete',
  incomplete_tax_id: 'The tax id is incomplete',
  ineligible_age: 'The person is outside the eligible age range',
  invalid_address_type: 'The address is not a residential address or a registered business address',
  invalid_dob: 'The date of birth could not be confirmed',
  invalid_name: 'The name could not be confirmed',
  invalid_ssn: 'The Social Security number could not be confirmed',
  invalid_tax_id: 'The tax id could not be confirmed',
  matched_alertlist: 'The name is on an alert list',
  matched_watchlist: 'The name is on a watch list',
} as const;

export type ReasonCode = keyof typeof reasonMessages;

export interface StatusReason {
  readonly reason_code: ReasonCode;
  readonly reason_code_message: string;
}

export function statusReason(reason_code: ReasonCode): StatusReason {
  return { reason_code, reason_code_message: reasonMessages[reason_code] };
}

/** The outcome of a verification. */
export interface VerificationOutcome {
  readonly status: Exclude<CustomerStatus, 'created'>;
  readonly reasons: readonly StatusReason[];
  /** The digest of the screening list that was used; absent if no list was used. */
  readonly list?: string;
}
