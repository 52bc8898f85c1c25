import { DomainError } from '@payments/kernel';
import { identityOfAddress } from './address.js';
import { CustomerLifecycle } from './customer-lifecycle.js';
import type { CustomerEvent, CustomerKind } from './customer-lifecycle.js';
import type { VerificationOutcome } from './customer-status.js';
import { newCustomer, replacedParts } from './customer.js';
import type { CustomerInput, CustomerState, Registration } from './customer.js';
import { mergedParts, missingLines, valued } from './customer-patch.js';
import type { CustomerPatch } from './customer-patch.js';
import { digitsOf } from './government-ids.js';

/** A person as a client sends it. */
export interface PersonInput extends CustomerInput {
  readonly first_name: string;
  readonly middle_name?: string;
  readonly last_name: string;
  /** `YYYY-MM-DD` */
  readonly date_of_birth: string;
  /** With or without hyphens. If a replacement omits it, it stays, because responses never show it. */
  readonly social_security_number?: string;
}

/** A patch of a person; empty text removes the middle name. */
export type PersonPatch = CustomerPatch & Partial<Omit<PersonInput, keyof CustomerInput>>;

export interface PersonState extends CustomerState {
  readonly first_name: string;
  readonly middle_name: string | null;
  readonly last_name: string;
  readonly date_of_birth: string;
  /** Nine digits. */
  readonly social_security_number: string | null;
}

const PERSON: CustomerKind<PersonState> = {
  type: 'person',
  identityOf: ({ first_name, middle_name, last_name, date_of_birth, social_security_number, addresses }) => [
    ...[first_name, middle_name, last_name, date_of_birth, social_security_number],
    ...addresses.map(identityOfAddress),
  ],
};

/** A natural person that the enterprise pays, or that pays it. */
export class Person {
  readonly type = 'person';

  private constructor(private readonly lifecycle: CustomerLifecycle<PersonState>) {}

  static register(input: PersonInput, registration: Registration): Person {
    const state = { ...newCustomer(input, registration), ...ownFields(input, null) };
    return new Person(CustomerLifecycle.begin(PERSON, state));
  }

  static restore(state: PersonState): Person {
    return new Person(CustomerLifecycle.restore(PERSON, state));
  }

  /** @throws DomainError resource_closed, invalid_customer_reference_id */
  replace(input: PersonInput, now: Date): void {
    const { state } = this.lifecycle;
    const own = ownFields(input, state.social_security_number);
    this.lifecycle.replace({ ...state, ...replacedParts(state, input, now), ...own }, now);
  }

  /**
   * Changes only the fields of the patch.
   * @throws DomainError resource_closed, invalid_customer_reference_id; missing_… for an incomplete new address
   */
  patch(patch: PersonPatch, now: Date): void {
    const { state } = this.lifecycle;
    this.lifecycle.assertEditable(patch.customer_reference_id);
    const [first, ...others] = missingLines(state, patch);
    if (first !== undefined) throw DomainError.ofFields([first, ...others]);
    const { first_name, middle_name, last_name, date_of_birth, social_security_number } = { ...state, ...patch };
    const names = { first_name, last_name, date_of_birth, ...valued({ middle_name, social_security_number }) };
    this.replace({ ...mergedParts(state, patch), ...names }, now);
  }

  close(now: Date): void {
    this.lifecycle.close(now);
  }

  /** Applies the outcome of verification. @throws Error unless the status is `created`. */
  verified(outcome: VerificationOutcome, now: Date): void {
    this.lifecycle.verify(outcome, now);
  }

  /** Applies the outcome of a new screening list. @throws Error unless the status is `verified`. */
  screened(outcome: VerificationOutcome, now: Date): void {
    this.lifecycle.screen(outcome, now);
  }

  snapshot(): PersonState {
    return this.lifecycle.state;
  }

  /** The state as it is stored until the current change is saved; undefined for a new person. */
  get stored(): PersonState | undefined {
    return this.lifecycle.stored;
  }

  get isChanged(): boolean {
    return this.lifecycle.isChanged;
  }

  get hasNewIdentity(): boolean {
    return this.lifecycle.hasNewIdentity;
  }

  pullEvents(): CustomerEvent<PersonState>[] {
    return this.lifecycle.pullEvents();
  }
}

function ownFields(input: PersonInput, knownNumber: string | null): Omit<PersonState, keyof CustomerState> {
  const { first_name, middle_name = null, last_name, date_of_birth, social_security_number: number } = input;
  const social_security_number = number === undefined ? knownNumber : digitsOf(number);
  return { first_name, middle_name, last_name, date_of_birth, social_security_number };
}
