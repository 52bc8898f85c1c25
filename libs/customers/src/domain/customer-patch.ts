import type { FieldError } from '@payments/kernel';
import { addressErrors } from './customer.errors.js';
import type { AddressInput } from './address.js';
import type { ContactInput } from './contact.js';
import type { CustomerInput, CustomerState, Metadata } from './customer.js';

/** The parts of an address that change; empty text removes its second line. */
type AddressPatch = Partial<AddressInput> & Pick<AddressInput, 'type'>;

/** What persons and businesses have in common, as far as a client changes it. */
export interface CustomerPatch {
  readonly customer_reference_id?: string;
  readonly addresses?: readonly AddressPatch[];
  /** Each takes the place of the one of its type; an empty list removes them all. */
  readonly contacts?: readonly ContactInput[];
  /** Takes the place of all there is; an empty object removes it. */
  readonly metadata?: Metadata;
}

const LINES = ['address1', 'city', 'state', 'country', 'zip5'] as const;

/** The replacement of the common fields that changes what the patch says and nothing else. */
export function mergedParts(present: CustomerState, patch: CustomerPatch): CustomerInput {
  const { customer_reference_id = present.customer_reference_id } = patch;
  return {
    customer_reference_id,
    addresses: patch.addresses === undefined ? present.addresses : mergedAddresses(present, patch.addresses),
    contacts: patch.contacts === undefined ? present.contacts : mergedContacts(present, patch.contacts),
    metadata: patch.metadata ?? present.metadata ?? {},
  };
}

/** What a patch leaves out of an address that was not there before: an address is kept whole or not at all. */
export function missingLines(present: CustomerState, { addresses = [] }: CustomerPatch): FieldError[] {
  return mergedAddresses(present, addresses).flatMap((address, index) =>
    LINES.filter((line) => address[line] === undefined).map((line) => ({
      field: `addresses[${index}].${line}`,
      error_code: `missing_${line}`,
      message: addressErrors.definitions[`missing_${line}`].message,
    })),
  );
}

/** The fields that have a value: null is none, nor is the empty text by which a patch removes a field. */
export function valued<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return Object.fromEntries(entries) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> };
}

// Whole as far as `missingLines` finds nothing.
function mergedAddresses({ addresses }: CustomerState, sent: readonly AddressPatch[]): AddressInput[] {
  return sent.map((patch) => {
    const before = addresses.find(({ type }) => type === patch.type);
    const { address2, ...lines } = { ...before, ...patch };
    return { ...lines, ...valued({ address2 }) } as AddressInput;
  });
}

// What was sent comes first, so that an error about a contact names its place in the request.
function mergedContacts({ contacts }: CustomerState, sent: readonly ContactInput[]): readonly ContactInput[] {
  if (sent.length === 0) return [];
  return [...sent, ...contacts.filter((contact) => !sent.some(({ type }) => type === contact.type))];
}
