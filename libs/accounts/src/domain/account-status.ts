import type { Transitions } from '@payments/kernel';

export type AccountStatus = 'created' | 'verified' | 'rejected' | 'restricted' | 'closed';

/**
 * Verification moves an account out of `created`, and may reject a verified one later; changed details move a verified or
 * rejected one back to it.
 */
export const accountTransitions: Transitions<AccountStatus> = {
  created: ['verified', 'rejected', 'restricted', 'closed'],
  verified: ['created', 'rejected', 'closed'],
  rejected: ['created', 'closed'],
  restricted: ['closed'],
  closed: [],
};

/** Why an account is not verified: codes and messages for the client. */
export const reasonMessages = {
  invalid_routing: 'The routing number does not belong to a bank that participates in the networks',
  invalid_account: 'The account could not be confirmed',
  blocked_account: 'The account is blocked',
  closed_account: 'The account is closed at its bank',
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
  readonly status: Exclude<AccountStatus, 'created'>;
  readonly reasons: readonly StatusReason[];
}
