import type { FieldError } from '@payments/kernel';
import { addressErrors } from './customer.errors.js';
import type { AddressInput } from './address.js';
import type { ContactInput } from './contact.js';
import type { CustomerInput, CustomerState, Metadata } from './customer.js';

/** The parts of an address that change; empty text removes its second line. */
type AddressPatch = Partial<AddressInput> & Pick<AddressInput, 'type'>;

/** The fields that persons and businesses share, in a client's patch. */
export interface CustomerPatch {
  readonly customer_reference_id?: string;
  readonly addresses?: readonly AddressPatch[];
  /** Each replaces the contact of its type; an empty list removes them all. */
  readonly contacts?: readonly ContactInput[];
  /** Replaces all metadata; an empty object removes it. */
  readonly metadata?: Metadata;
}

const LINES = ['address1', 'city', 'state', 'country', 'zip5'] as const;

/** The replacement of the common fields that changes only the fields of the patch. */
export function mergedParts(present: CustomerState, patch: CustomerPatch): CustomerInput {
  const { customer_reference_id = present.customer_reference_id } = patch;
  return {
    customer_reference_id,
    addresses: patch.addresses === undefined ? present.addresses : mergedAddresses(present, patch.addresses),
    contacts: patch.contacts === undefined ? present.contacts : mergedContacts(present, patch.contacts),
    metadata: patch.metadata ?? present.metadata ?? {},
  };
}

/** The fields that a patch omits from a new address: an address is stored completely or not at all. */
export function missingLines(present: CustomerState, { addresses = [] }: CustomerPatch): FieldError[] {
  return mergedAddresses(present, addresses).flatMap((address, index) =>
    LINES.filter((line) => address[line] === undefined).map((line) => ({
      field: `addresses[${index}].${line}`,
      error_code: `missing_${line}`,
      message: addressErrors.definitions[`missing_${line}`].message,
    })),
  );
}

/** The fields that have a value: neither null nor the empty text with which a patch removes a field. */
export function valued<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return Object.fromEntries(entries) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> };
}

// Complete if `missingLines` finds nothing.
function mergedAddresses({ addresses }: CustomerState, sent: readonly AddressPatch[]): AddressInput[] {
  return sent.map((patch) => {
    const before = addresses.find(({ type }) => type === patch.type);
    const { address2, ...lines } = { ...before, ...patch };
    return { ...lines, ...valued({ address2 }) } as AddressInput;
  });
}

// Sent contacts come first, so that an error about a contact gives its index in the request.
function mergedContacts({ contacts }: CustomerState, sent: readonly ContactInput[]): readonly ContactInput[] {
  if (sent.length === 0) return [];
  return [...sent, ...contacts.filter((contact) => !sent.some(({ type }) => type === contact.type))];
}
