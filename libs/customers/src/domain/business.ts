import { DomainError } from '@payments/kernel';
import { identityOfAddress } from './address.js';
import { CustomerLifecycle } from './customer-lifecycle.js';
import type { CustomerEvent, CustomerKind } from './customer-lifecycle.js';
import type { VerificationOutcome } from './customer-status.js';
import { businessErrors } from './customer.errors.js';
import { newCustomer, replacedParts } from './customer.js';
import type { CustomerInput, CustomerState, Registration } from './customer.js';
import { mergedParts, missingLines, valued } from './customer-patch.js';
import type { CustomerPatch } from './customer-patch.js';

export const ENTITY_TYPES = [
  'sole_proprietorship',
  'partnership',
  'limited_liability_partnership',
  'limited_liability_company',
  'c_corporation',
  's_corporation',
  'b_corporation',
  'nonprofit_corporation',
] as const;

export const TAX_ID_TYPES = ['tin', 'ein'] as const;

/** A business as a client sends it. `tax_id` and `tax_id_type` come together or not at all. */
export interface BusinessInput extends CustomerInput {
  readonly legal_name: string;
  readonly business_name?: string;
  readonly entity_type?: (typeof ENTITY_TYPES)[number];
  /** Nine digits. If a replacement omits them, id and type stay, because responses never show the id. */
  readonly tax_id?: string;
  readonly tax_id_type?: (typeof TAX_ID_TYPES)[number];
  readonly account_holder_name?: string;
  /** `YYYY-MM-DD` */
  readonly incorporation_date?: string;
}

/** A patch of a business; empty text removes the trade name and the account holder's name. */
export type BusinessPatch = CustomerPatch & Partial<Omit<BusinessInput, keyof CustomerInput>>;

type OwnInput = Required<Omit<BusinessInput, keyof CustomerInput | 'legal_name'>>;
type OwnState = { readonly [Field in keyof OwnInput]: OwnInput[Field] | null } & Pick<BusinessInput, 'legal_name'>;

export type BusinessState = CustomerState & OwnState;

const BUSINESS: CustomerKind<BusinessState> = {
  type: 'business',
  identityOf: ({ legal_name, tax_id, tax_id_type, addresses }) => [
    ...[legal_name, tax_id, tax_id_type],
    ...addresses.map(identityOfAddress),
  ],
};

/** A business that the enterprise pays, or that pays it. */
export class Business {
  readonly type = 'business';

  private constructor(private readonly lifecycle: CustomerLifecycle<BusinessState>) {}

  static register(input: BusinessInput, registration: Registration): Business {
    const state = { ...newCustomer(input, registration), ...ownFields(input, { tax_id: null, tax_id_type: null }) };
    return new Business(CustomerLifecycle.begin(BUSINESS, state));
  }

  static restore(state: BusinessState): Business {
    return new Business(CustomerLifecycle.restore(BUSINESS, state));
  }

  /** @throws DomainError resource_closed, invalid_customer_reference_id */
  replace(input: BusinessInput, now: Date): void {
    const { state } = this.lifecycle;
    this.lifecycle.replace({ ...state, ...replacedParts(state, input, now), ...ownFields(input, state) }, now);
  }

  /**
   * Changes only the fields of the patch.
   * @throws DomainError resource_closed, invalid_customer_reference_id; missing_… for half of a tax id or address
   */
  patch(patch: BusinessPatch, now: Date): void {
    const { state } = this.lifecycle;
    this.lifecycle.assertEditable(patch.customer_reference_id);
    const merged = { ...state, ...patch };
    const { tax_id, tax_id_type, legal_name, business_name, entity_type } = merged;
    const { account_holder_name, incorporation_date } = merged;
    const [first, ...others] = [
      ...(tax_id === null && tax_id_type !== null ? businessErrors.missing_tax_id().fieldErrors : []),
      ...(tax_id !== null && tax_id_type === null ? businessErrors.missing_tax_id_type().fieldErrors : []),
      ...missingLines(state, patch),
    ];
    if (first !== undefined) throw DomainError.ofFields([first, ...others]);
    const optional = { tax_id, tax_id_type, business_name, entity_type, account_holder_name, incorporation_date };
    this.replace({ ...mergedParts(state, patch), legal_name, ...valued(optional) }, now);
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

  /**
   * Requires the data that a transfer needs, for enterprises that want it on registration.
   * @throws DomainError missing_tax_id, missing_tax_id_type, missing_addresses: all that apply
   */
  demandTransferDetails(): void {
    const { tax_id, tax_id_type, addresses } = this.lifecycle.state;
    const [first, ...others] = [
      ...(tax_id === null ? businessErrors.missing_tax_id().fieldErrors : []),
      ...(tax_id_type === null ? businessErrors.missing_tax_id_type().fieldErrors : []),
      ...(addresses.length === 0 ? businessErrors.missing_addresses().fieldErrors : []),
    ];
    if (first !== undefined) throw DomainError.ofFields([first, ...others]);
  }

  snapshot(): BusinessState {
    return this.lifecycle.state;
  }

  /** The state as it is stored until the current change is saved; undefined for a new business. */
  get stored(): BusinessState | undefined {
    return this.lifecycle.stored;
  }

  get isChanged(): boolean {
    return this.lifecycle.isChanged;
  }

  get hasNewIdentity(): boolean {
    return this.lifecycle.hasNewIdentity;
  }

  pullEvents(): CustomerEvent<BusinessState>[] {
    return this.lifecycle.pullEvents();
  }
}

function ownFields(input: BusinessInput, known: Pick<OwnState, 'tax_id' | 'tax_id_type'>): OwnState {
  const { legal_name, business_name = null, entity_type = null, account_holder_name = null } = input;
  const { tax_id = known.tax_id, tax_id_type = known.tax_id_type, incorporation_date = null } = input;
  return { legal_name, business_name, entity_type, tax_id, tax_id_type, account_holder_name, incorporation_date };
}
