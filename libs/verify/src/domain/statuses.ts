import type { Transitions } from '@payments/kernel';

export type VerificationStatus = 'pending' | 'valid' | 'closed' | 'invalid' | 'failed';
export type OwnershipStatus = 'pending' | 'full' | 'partial' | 'not_a_match' | 'not_found';
export type ControlStatus = 'pending' | 'valid' | 'canceled';
export type DebitStatus = 'pending' | 'valid' | 'blocked' | 'failed';

/** A bank may return a cent weeks after it seemed to have arrived: a valid account may still turn out otherwise. */
export const verificationTransitions: Transitions<VerificationStatus> = {
  pending: ['valid', 'closed', 'invalid', 'failed'],
  valid: ['closed', 'invalid', 'failed'],
  closed: [],
  invalid: [],
  failed: [],
};

/** Whether an account is known not to be usable. */
export function isEnded(status: VerificationStatus): boolean {
  return verificationTransitions[status].length === 0;
}

export const ownershipTransitions: Transitions<OwnershipStatus> = {
  pending: ['full', 'partial', 'not_a_match', 'not_found'],
  full: [],
  partial: [],
  not_a_match: [],
  not_found: [],
};

export const controlTransitions: Transitions<ControlStatus> = {
  pending: ['valid', 'canceled'],
  valid: [],
  canceled: [],
};

/** Every check ends, and may be followed by another one. */
export const debitTransitions: Transitions<DebitStatus> = {
  pending: ['valid', 'blocked', 'failed'],
  valid: ['pending', 'blocked', 'failed'],
  blocked: ['pending'],
  failed: ['pending'],
};

/** What the enterprise asks of an account; the parts behind the first one are optional. */
export const VERIFICATION_TYPES = ['status', 'control', 'status_ownership', 'control_ownership'] as const;
export type VerificationType = (typeof VERIFICATION_TYPES)[number];

export function asksForControl(type: VerificationType): boolean {
  return type === 'control' || type === 'control_ownership';
}

export function asksForOwnership(type: VerificationType): boolean {
  return type === 'status_ownership' || type === 'control_ownership';
}
