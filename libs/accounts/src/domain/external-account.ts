import { canMove, isSame } from '@payments/kernel';
import type { DomainEvent } from '@payments/kernel';
import { mergeCorrections, uncorrected } from './account-corrections.js';
import type { Corrections } from './account-corrections.js';
import { accountErrors } from './account.errors.js';
import { digitsOf } from './account-numbers.js';
import { accountTransitions } from './account-status.js';
import type { AccountStatus, StatusReason, VerificationOutcome } from './account-status.js';

export const CUSTOMER_RESOURCE_TYPES = ['business', 'person', 'enterprise'] as const;
export const ACCOUNT_TYPES = ['checking', 'savings'] as const;

export type Metadata = Readonly<Record<string, string | number | boolean>>;

/** An external account as a client sends it. */
export interface AccountInput {
  readonly account_reference_id: string;
  readonly customer_reference_id: string;
  readonly customer_resource_type: (typeof CUSTOMER_RESOURCE_TYPES)[number];
  readonly account_type: (typeof ACCOUNT_TYPES)[number];
  /** Digits, with or without hyphens; kept as sent, compared without. */
  readonly account_number: string;
  readonly routing_number: string;
  readonly account_holder_name: string;
  readonly metadata?: Metadata;
}

/** The fields of an account that change. */
export type AccountPatch = Partial<AccountInput>;

export interface AccountState extends Omit<AccountInput, 'metadata'> {
  readonly id: string;
  readonly metadata: Metadata | null;
  readonly status: AccountStatus;
  readonly status_reasons: readonly StatusReason[];
  /** The bank's corrections, until the client changes the field. */
  readonly corrections: Corrections | null;
  /** Number of the latest event. */
  readonly sequence: number;
  /** Incremented by every change. */
  readonly version: number;
  /** Incremented when anything but the metadata changes: verification and transfers apply to the version they saw. */
  readonly details_version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly closed_at: Date | null;
  /** Null while it is open, and if it closed before this was recorded. */
  readonly status_before_close: AccountStatus | null;
}

/** An event of an account, with the state after it; `state.sequence` is its number. */
export interface AccountEvent extends DomainEvent<`external_account_${AccountStatus | 'unverified'}`> {
  readonly state: AccountState;
}

/** A bank account of a customer, or of the enterprise itself. */
export class ExternalAccount {
  private events: AccountEvent[] = [];

  private constructor(
    private state: AccountState,
    /** The state as it is stored; undefined for a new account. */
    private readonly stored: AccountState | undefined,
  ) {}

  static register(input: AccountInput, { id, now }: { readonly id: string; readonly now: Date }): ExternalAccount {
    const counters = { sequence: 0, version: 1, details_version: 1 };
    const status = { status: 'created', status_reasons: [], corrections: null } as const;
    const times = { created_at: now, updated_at: now, closed_at: null, status_before_close: null };
    const account = new ExternalAccount({ id, ...fieldsOf(input), ...status, ...times, ...counters }, undefined);
    account.record('created', now);
    account.trustEnterprise(now);
    return account;
  }

  static restore(state: AccountState): ExternalAccount {
    return new ExternalAccount(state, state);
  }

  /** Replacing a resource with identical data is a no-op. @throws DomainError resource_closed, invalid_account_reference_id */
  replace(input: AccountInput, now: Date): void {
    const before = this.state;
    if (before.status === 'closed') throw accountErrors.resource_closed();
    if (input.account_reference_id !== before.account_reference_id) throw accountErrors.invalid_account_reference_id();
    const fields = fieldsOf(input);
    if (isSame(fields, fieldsOf(inputOf(before)))) return;
    const corrections = uncorrected(before, fields);
    this.state = { ...before, ...fields, corrections, version: before.version + 1, updated_at: now };
    if (sameDetails(before, this.state)) return;
    this.state = { ...this.state, details_version: before.details_version + 1 };
    if (canMove(accountTransitions, before.status, 'created')) {
      this.state = { ...this.state, status: 'created', status_reasons: [] };
      this.record('unverified', now);
    }
    this.trustEnterprise(now);
  }

  /**
   * Changes only the fields of the patch.
   * @throws DomainError resource_closed, invalid_account_reference_id
   */
  patch(patch: AccountPatch, now: Date): void {
    this.replace({ ...inputOf(this.state), ...patch }, now);
  }

  /** Closes it permanently. Closing it again is a no-op. */
  close(now: Date): void {
    if (this.state.status !== 'closed') this.verified({ status: 'closed', reasons: [] }, now);
  }

  /** Applies the outcome of verification. @throws Error when the account's status does not allow it. */
  verified({ status, reasons }: VerificationOutcome, now: Date): void {
    const { status: from, version } = this.state;
    if (!canMove(accountTransitions, from, status))
      throw new Error(`no transition of an account from ${from} to ${status}`);
    this.state = { ...this.state, status, status_reasons: reasons, version: version + 1, updated_at: now };
    if (status === 'closed') this.state = { ...this.state, closed_at: now, status_before_close: from };
    this.record(status, now);
  }

  /** Records the bank's corrections for the client, for a closed account too. They do not trigger a verification. */
  correct(news: Corrections, now: Date): void {
    const corrections = mergeCorrections(this.state, this.state.corrections, news);
    if (isSame(corrections, this.state.corrections)) return;
    this.state = { ...this.state, corrections, version: this.state.version + 1, updated_at: now };
  }

  snapshot(): AccountState {
    return this.state;
  }

  /** Whether there are changes to save. */
  get isChanged(): boolean {
    return this.stored !== this.state;
  }

  /** Whether the details are not yet stored. */
  get hasNewDetails(): boolean {
    return this.stored?.details_version !== this.state.details_version;
  }

  /** Whether no verification of the details has been requested. */
  get needsVerification(): boolean {
    return this.hasNewDetails && this.state.status === 'created';
  }

  pullEvents(): AccountEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }

  // The enterprise vouches for its own accounts.
  private trustEnterprise(now: Date): void {
    const { customer_resource_type, status } = this.state;
    if (customer_resource_type === 'enterprise' && status === 'created') {
      this.verified({ status: 'verified', reasons: [] }, now);
    }
  }

  private record(what: AccountStatus | 'unverified', now: Date): void {
    this.state = { ...this.state, sequence: this.state.sequence + 1 };
    this.events.push({ type: `external_account_${what}`, occurredAt: now, state: this.state });
  }
}

function inputOf({ metadata, ...fields }: AccountState): AccountInput {
  return { ...fields, metadata: metadata ?? {} };
}

function fieldsOf({
  metadata = {},
  ...input
}: AccountInput): Omit<AccountInput, 'metadata'> & Pick<AccountState, 'metadata'> {
  const { account_reference_id, customer_reference_id, customer_resource_type, account_type } = input;
  const { account_number, routing_number, account_holder_name } = input;
  return {
    ...{ account_reference_id, customer_reference_id, customer_resource_type, account_type },
    ...{ account_number, routing_number, account_holder_name },
    metadata: Object.keys(metadata).length === 0 ? null : metadata,
  };
}

function detailsOf(state: AccountState): readonly string[] {
  const { customer_reference_id, customer_resource_type, account_type, routing_number, account_holder_name } = state;
  const customer = [customer_resource_type, customer_reference_id];
  return [...customer, account_type, routing_number, digitsOf(state.account_number), account_holder_name];
}

function sameDetails(one: AccountState, other: AccountState): boolean {
  return JSON.stringify(detailsOf(one)) === JSON.stringify(detailsOf(other));
}
