import type { DomainEvent } from '@payments/kernel';
import type { ProbePosting } from './probe-postings.js';
import type { ProbeState, Rail } from './probe.js';
import { asksForControl, asksForOwnership } from './statuses.js';
import type { ControlStatus, DebitStatus, OwnershipStatus, VerificationStatus, VerificationType } from './statuses.js';

/** Who owns the account, as the enterprise believes. `ssn` and `tax_id` are the last digits that it knows, 4 to 9. */
interface PersonClaim {
  readonly first_name: string;
  readonly last_name: string;
  readonly phone_number?: string;
  readonly ssn?: string;
}

interface BusinessClaim {
  readonly business_name: string;
  readonly phone_number?: string;
  readonly tax_id?: string;
}

/** A verification as a client requests it. */
export interface VerificationRequest {
  readonly account_number: string;
  readonly routing_number: string;
  readonly account_holder_name: string;
  readonly type?: VerificationType;
  readonly email?: string;
  readonly person?: PersonClaim;
  readonly business?: BusinessClaim;
  readonly sender_name?: string;
  readonly external_account_id?: string;
}

export const PROVIDERS = ['rules', 'history', 'instant', 'micro', 'prenote', 'registered', 'sandbox'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** What a verification status is founded on. */
export interface Evidence {
  /** `payments`: a payment of the enterprise to the account was returned. */
  readonly provider: ProviderName | 'payments';
  readonly rail?: Rail;
  readonly checked_at: string;
}

/** By field of the claim: whether it is the same as that of the known owner. */
export type Matches = Readonly<Record<string, boolean>>;

/** A verification of an account as stored, column-shaped. */
export interface VerifyAccountState {
  readonly id: string;
  readonly type: VerificationType;
  readonly routing_number: string;
  /** As sent; null once it was erased, long after anything could happen to the verification. */
  readonly account_number: string | null;
  readonly account_holder_name: string;
  readonly email: string | null;
  readonly sender_name: string | null;
  /** Without `ssn`. */
  readonly person: Omit<PersonClaim, 'ssn'> | null;
  /** Without `tax_id`. */
  readonly business: Omit<BusinessClaim, 'tax_id'> | null;
  /** The digits of the SSN or tax id; erased once the ownership is decided. */
  readonly identity_number: string | null;
  readonly external_account_id: string | null;
  readonly verification_status: VerificationStatus;
  readonly status_reason: string | null;
  readonly evidence: Evidence | null;
  readonly ownership_status: OwnershipStatus | null;
  readonly matches: Matches | null;
  readonly control_status: ControlStatus | null;
  /** Wrong codes. */
  readonly control_attempts: number;
  /** Keyed hash; null until the code was sent. */
  readonly statement_code_hash: string | null;
  /** Banking instant until which the code is valid; null until it was sent. */
  readonly control_until: Date | null;
  readonly debit_status: DebitStatus | null;
  readonly debit_status_reason: string | null;
  /** The banking day on which the status should be known, as midnight UTC. */
  readonly estimated_verification_date: Date | null;
  /** Counts the events. */
  readonly sequence: number;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface VerifyAccountEvent extends DomainEvent<'verify_account_updated'> {
  readonly state: VerifyAccountState;
}

/** What waits for a banking instant: the examination of an account, or a step of a probe. */
export interface ScheduledStep {
  readonly kind: 'examine' | 'submit' | 'clear' | 'expire';
  /** An account, or a probe. */
  readonly subject_id: string;
  readonly from: Date;
  readonly until: Date;
}

/** The changes from the steps of a verification. All are written in one transaction, or none. */
export interface VerifyAccountChanges {
  readonly isChanged: boolean;
  readonly events: readonly VerifyAccountEvent[];
  readonly probes: readonly ProbeState[];
  readonly postings: readonly ProbePosting[];
  readonly steps: readonly ScheduledStep[];
}

/** The initial state of a verification. */
export function newVerifyAccount(
  request: VerificationRequest,
  { id, now }: { readonly id: string; readonly now: Date },
): VerifyAccountState {
  const { type = 'status' } = request;
  const { ssn, ...person } = request.person ?? {};
  const { tax_id, ...business } = request.business ?? {};
  return {
    id,
    type,
    routing_number: request.routing_number,
    account_number: request.account_number,
    account_holder_name: request.account_holder_name,
    email: request.email ?? null,
    sender_name: request.sender_name ?? null,
    person: request.person === undefined ? null : (person as VerifyAccountState['person']),
    business: request.business === undefined ? null : (business as VerifyAccountState['business']),
    identity_number: asksForOwnership(type) ? (ssn ?? tax_id ?? null) : null,
    external_account_id: request.external_account_id ?? null,
    verification_status: 'pending',
    status_reason: null,
    evidence: null,
    ownership_status: asksForOwnership(type) ? 'pending' : null,
    matches: null,
    control_status: asksForControl(type) ? 'pending' : null,
    control_attempts: 0,
    statement_code_hash: null,
    control_until: null,
    debit_status: null,
    debit_status_reason: null,
    estimated_verification_date: null,
    sequence: 0,
    version: 1,
    created_at: now,
    updated_at: now,
  };
}

/** Routing and account number. @throws Error when the account number was erased */
export function numbersOf({ id, routing_number, account_number }: VerifyAccountState) {
  if (account_number === null) throw new Error(`the account number of the verification ${id} was erased`);
  return { routing_number, account_number };
}

/** The digits of an account number, as banks know it. */
export function digitsOf(accountNumber: string): string {
  return accountNumber.replaceAll('-', '');
}
