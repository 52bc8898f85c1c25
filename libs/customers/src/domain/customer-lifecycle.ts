import { canMove, isSame } from '@payments/kernel';
import type { DomainEvent } from '@payments/kernel';
import { customerErrors } from './customer.errors.js';
import { customerTransitions } from './customer-status.js';
import type { CustomerStatus, CustomerType, VerificationOutcome } from './customer-status.js';
import type { CustomerState } from './customer.js';

type CustomerEventType = `${CustomerType}_${CustomerStatus | 'unverified'}`;

/** An event of a customer, with the state after it; `state.sequence` is its number. */
export interface CustomerEvent<State> extends DomainEvent<CustomerEventType> {
  readonly state: State;
}

export interface CustomerKind<State> {
  readonly type: CustomerType;
  /** The values that verification checks; different values are another identity. */
  identityOf(state: State): readonly unknown[];
}

/** The lifecycle that persons and businesses share: registered, verified, changed, closed, each with its event. */
export class CustomerLifecycle<State extends CustomerState> {
  private events: CustomerEvent<State>[] = [];

  private constructor(
    private readonly kind: CustomerKind<State>,
    private current: State,
    /** The state as it was stored; undefined for a new customer. */
    readonly stored: State | undefined,
  ) {}

  static begin<State extends CustomerState>(kind: CustomerKind<State>, state: State): CustomerLifecycle<State> {
    const life = new CustomerLifecycle(kind, state, undefined);
    life.record('created', state.created_at);
    return life;
  }

  static restore<State extends CustomerState>(kind: CustomerKind<State>, state: State): CustomerLifecycle<State> {
    return new CustomerLifecycle(kind, state, state);
  }

  get state(): State {
    return this.current;
  }

  /**
   * Allows changes only while the customer is open, and under its own reference.
   * @throws DomainError resource_closed, invalid_customer_reference_id
   */
  assertEditable(reference?: string): void {
    const { status, customer_reference_id } = this.current;
    if (status === 'closed') throw customerErrors.resource_closed();
    if ((reference ?? customer_reference_id) !== customer_reference_id) {
      throw customerErrors.invalid_customer_reference_id();
    }
  }

  /** Replacing a resource with identical data is a no-op. @throws DomainError resource_closed, invalid_customer_reference_id */
  replace(next: State, now: Date): void {
    this.assertEditable(next.customer_reference_id);
    if (isSame(inOrder(next), inOrder(this.current))) return;
    const { status, version, identity_version } = this.current;
    const verifyAnew =
      this.hasOtherIdentity(next) && (status === 'created' || canMove(customerTransitions, status, 'created'));
    this.current = { ...next, version: version + 1, updated_at: now };
    if (!verifyAnew) return;
    this.current = { ...this.current, identity_version: identity_version + 1, status: 'created', status_reasons: [] };
    if (status !== 'created') this.record('unverified', now);
  }

  /** Applies the outcome of verification. @throws Error unless the status is `created`: the caller checks first. */
  verify(outcome: VerificationOutcome, now: Date): void {
    this.applyVerification('created', outcome, now);
  }

  /** Applies the outcome of a new screening list. @throws Error unless the status is `verified`: the caller checks first. */
  screen(outcome: VerificationOutcome, now: Date): void {
    this.applyVerification('verified', outcome, now);
  }

  private applyVerification(expected: CustomerStatus, { status, reasons }: VerificationOutcome, now: Date): void {
    const { status: from, version } = this.current;
    if (from !== expected || !canMove(customerTransitions, from, status))
      throw new Error(`no transition of a customer from ${from} to ${status}`);
    this.current = { ...this.current, status, status_reasons: reasons, version: version + 1, updated_at: now };
    if (status === 'closed') this.current = { ...this.current, closed_at: now, status_before_close: from };
    this.record(status, now);
  }

  /** Closes it permanently. Closing it again is a no-op. */
  close(now: Date): void {
    const { status } = this.current;
    if (status !== 'closed') this.applyVerification(status, { status: 'closed', reasons: [] }, now);
  }

  /** Whether there are changes to save. */
  get isChanged(): boolean {
    return this.stored !== this.current;
  }

  /** Whether no verification of the identity has been requested. */
  get hasNewIdentity(): boolean {
    return this.stored?.identity_version !== this.current.identity_version;
  }

  pullEvents(): CustomerEvent<State>[] {
    const { events } = this;
    this.events = [];
    return events;
  }

  private hasOtherIdentity(next: State): boolean {
    return JSON.stringify(this.kind.identityOf(next)) !== JSON.stringify(this.kind.identityOf(this.current));
  }

  private record(what: CustomerStatus | 'unverified', now: Date): void {
    this.current = { ...this.current, sequence: this.current.sequence + 1 };
    this.events.push({ type: `${this.kind.type}_${what}`, occurredAt: now, state: this.current });
  }
}

// A customer has one contact of each type, so their order has no meaning; a patch puts the contacts it names first.
function inOrder<State extends CustomerState>(state: State): State {
  return { ...state, contacts: [...state.contacts].sort((one, other) => (one.type < other.type ? -1 : 1)) };
}
