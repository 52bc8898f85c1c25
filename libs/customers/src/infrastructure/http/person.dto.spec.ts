import { validate } from '@payments/http';
import { errorsOf } from '@payments/testing';
import { PersonDto } from './person.dto.js';

const address = {
  ...{ type: 'home', address1: '1 Main Street', address2: 'Suite 4', city: 'Springfield' },
  ...{ state: 'IL', country: 'US', zip5: '62701' },
};
const phone = { type: 'phone', value: '2125550100' };
const email = { type: 'email', value: 'jane@example.com' };
const person = {
  customer_reference_id: 'jane',
  first_name: 'Jane',
  middle_name: 'Q',
  last_name: 'Doe',
  date_of_birth: '1980-02-29',
  addresses: [address],
  contacts: [phone, email],
  social_security_number: '123-45-6789',
  metadata: { team: 'payroll' },
};

const withAddress = (change: object) => ({ ...person, addresses: [{ ...address, ...change }] });
const withContacts = (...contacts: unknown[]) => ({ ...person, contacts });

describe(PersonDto.name, () => {
  it('keeps its known fields and drops unknown ones', () => {
    expect({ ...validate(PersonDto, { ...person, status: 'verified' }) }).toEqual(person);
  });

  it.each(['customer_reference_id', 'first_name', 'last_name', 'date_of_birth', 'addresses'])(
    'requires the field %s',
    (field) => {
      const error = `${field} missing_${field}`;
      expect(errorsOf(PersonDto, { ...person, [field]: undefined })).toEqual([error]);
      expect(errorsOf(PersonDto, { ...person, [field]: null })).toEqual([error]);
    },
  );

  it.each(['middle_name', 'contacts', 'social_security_number', 'metadata'])('accepts an absent %s', (field) => {
    expect(errorsOf(PersonDto, { ...person, [field]: null })).toEqual([]);
    expect(validate(PersonDto, { ...person, [field]: null })).not.toHaveProperty(field);
  });

  it('treats an empty middle name as absent', () => {
    expect(validate(PersonDto, { ...person, middle_name: '' })).not.toHaveProperty('middle_name');
  });

  it.each<[string, unknown]>([
    ['customer_reference_id', 7],
    ['customer_reference_id', ''],
    ['customer_reference_id', '  '],
    ['customer_reference_id', 'x'.repeat(256)],
    ['customer_reference_id', 'a\u0000b'],
    ['customer_reference_id', 'a\u202eb'],
    ['first_name', 'J4ne'],
    ['first_name', ''],
    ['first_name', 'x'.repeat(256)],
    ['middle_name', 'Q_'],
    ['middle_name', 5],
    ['last_name', '<Doe>'],
    ['date_of_birth', '29-02-1980'],
    ['date_of_birth', '1981-02-29'],
    ['date_of_birth', 19800229],
    ['addresses', {}],
    ['addresses', []],
    ['addresses', ['1 Main Street']],
    ['addresses', [address, address]],
    ['contacts', phone],
    ['contacts', []],
    ['contacts', [null]],
    ['social_security_number', '123-45-678'],
    ['social_security_number', 123456789],
    ['social_security_number', ''],
    ['metadata', { a: null }],
    ['metadata', 'a'],
  ])('rejects only the %s %j', (field, value) =>
    expect(errorsOf(PersonDto, { ...person, [field]: value })).toEqual([`${field} invalid_${field}`]),
  );

  it('lists all errors in field order', () => {
    expect(errorsOf(PersonDto, { metadata: [], addresses: [{ zip5: 'x' }], first_name: '1' })).toEqual([
      'customer_reference_id missing_customer_reference_id',
      'first_name invalid_first_name',
      'last_name missing_last_name',
      'date_of_birth missing_date_of_birth',
      'addresses[0].type missing_addresses_type',
      'addresses[0].address1 missing_address1',
      'addresses[0].city missing_city',
      'addresses[0].state missing_state',
      'addresses[0].country missing_country',
      'addresses[0].zip5 invalid_zip5',
      'metadata invalid_metadata',
    ]);
  });

  it('normalizes names, and keeps references as sent', () => {
    const sent = { ...person, first_name: 'Jose\u0301', customer_reference_id: 'Jose\u0301' };
    const { first_name, customer_reference_id } = validate(PersonDto, sent);
    expect([first_name, customer_reference_id]).toEqual(['José', 'Jose\u0301']);
  });
});

describe(`${PersonDto.name} addresses`, () => {
  it.each<[string, string, unknown]>([
    ['type', 'addresses_type', 'legal'],
    ['type', 'addresses_type', 1],
    ['address1', 'address1', 7],
    ['address1', 'address1', ''],
    ['address1', 'address1', 'x'.repeat(256)],
    ['address2', 'address2', 7],
    ['city', 'city', ['Springfield']],
    ['state', 'state', 'il'],
    ['state', 'state', 'ZZ'],
    ['state', 'state', 'Illinois'],
    ['country', 'country', 'USA'],
    ['country', 'country', 'CA'],
    ['zip5', 'zip5', '6270'],
    ['zip5', 'zip5', 62701],
    ['zip5', 'zip5', '62701-1234'],
  ])('reject the %s with invalid_%s when it is %j', (field, stem, value) =>
    expect(errorsOf(PersonDto, withAddress({ [field]: value }))).toEqual([`addresses[0].${field} invalid_${stem}`]),
  );

  it.each(['type', 'address1', 'city', 'state', 'country', 'zip5'])('require the field %s', (field) => {
    const stem = field === 'type' ? 'addresses_type' : field;
    expect(errorsOf(PersonDto, withAddress({ [field]: null }))).toEqual([`addresses[0].${field} missing_${stem}`]);
  });

  it('can be a post office box', () => {
    expect(errorsOf(PersonDto, withAddress({ address1: 'PO Box 12', address2: null }))).toEqual([]);
  });
});

describe(`${PersonDto.name} contacts`, () => {
  it.each<[string, unknown, string]>([
    ['no type', { value: 'x' }, 'contacts[0].type missing_contacts_type'],
    ['another type', { type: 'website', value: 'acme.com' }, 'contacts[0].type invalid_contacts_type'],
    ['no value', { type: 'phone' }, 'contacts[0].value missing_contacts_value'],
    ['a phone number of nine digits', { type: 'phone', value: '212555010' }, 'contacts[0].value invalid_phone_value'],
    ['a phone number that is a number', { type: 'phone', value: 2125550100 }, 'contacts[0].value invalid_phone_value'],
    [
      'an e-mail address without a domain',
      { type: 'email', value: 'jane' },
      'contacts[0].value invalid_contacts_value',
    ],
    ['an e-mail address that is not text', { type: 'email', value: {} }, 'contacts[0].value invalid_contacts_value'],
    ['an empty value', { type: 'email', value: '' }, 'contacts[0].value invalid_contacts_value'],
  ])('are rejected with %s', (_, contact, error) =>
    expect(errorsOf(PersonDto, withContacts(contact))).toEqual([error]),
  );

  it('are at most two', () => {
    expect(errorsOf(PersonDto, withContacts(phone, email, phone))).toEqual([
      'contacts invalid_contacts',
      'contacts[2].type duplicate_contacts_type',
    ]);
  });

  it('have at most one of each type', () => {
    expect(errorsOf(PersonDto, withContacts(phone, phone))).toEqual(['contacts[1].type duplicate_contacts_type']);
  });
});
