import type { NewBusiness, NewPerson } from '../../api/types.js';

/** What was typed, by the name of its field; blank fields are missing. */
type Typed = Readonly<Record<string, string>>;

const ADDRESS = ['address1', 'address2', 'city', 'state', 'zip5'];
const CONTACTS = ['email', 'phone'];

function parts(typed: Typed, addressType: 'home' | 'legal') {
  const own = Object.entries(typed).filter(([name]) => ![...ADDRESS, ...CONTACTS].includes(name));
  const address = Object.fromEntries(Object.entries(typed).filter(([name]) => ADDRESS.includes(name)));
  const contacts = CONTACTS.flatMap((type) => (typed[type] === undefined ? [] : [{ type, value: typed[type] }]));
  return {
    ...Object.fromEntries(own),
    addresses: [{ type: addressType, country: 'US', ...address }],
    ...(contacts.length > 0 && { contacts }),
  };
}

// What is missing is the API's to say: the bodies are those of complete forms.
export const personBody = (typed: Typed) => parts(typed, 'home') as unknown as NewPerson;
export const businessBody = (typed: Typed) =>
  ({
    ...parts(typed, 'legal'),
    ...(typed['tax_id'] !== undefined && { tax_id_type: 'ein' }),
  }) as unknown as NewBusiness;

interface Changes {
  /** The fields that were changed, by name; an emptied one is empty. */
  readonly changed: Typed;
  /** All fields of the form. */
  readonly all: Typed;
}

/** The changes of a customer. An address is one thing: it is sent as a whole. */
export function customerPatch({ changed, all }: Changes, addressType: 'home' | 'legal'): object {
  const isAddress = (name: string) => ADDRESS.includes(name);
  const { addresses, ...rest } = parts(
    Object.fromEntries(Object.entries(changed).filter(([name]) => !isAddress(name))),
    addressType,
  );
  const [country] = addresses;
  const address = Object.fromEntries(Object.entries(all).filter(([name]) => isAddress(name)));
  return { ...rest, ...(Object.keys(changed).some(isAddress) && { addresses: [{ ...country, ...address }] }) };
}
