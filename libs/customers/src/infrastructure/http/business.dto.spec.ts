import { validate } from '@payments/http';
import { errorsOf } from '@payments/testing';
import { ENTITY_TYPES } from '../../domain/business.js';
import { BusinessDto } from './business.dto.js';

const address = {
  ...{ type: 'legal', address1: '1 Main Street', city: 'Springfield' },
  ...{ state: 'IL', country: 'US', zip5: '62701' },
};
const website = { type: 'website', value: 'https://www.acme.com/about' };
const business = {
  customer_reference_id: 'acme',
  legal_name: 'Acme & Sons, Inc.',
  business_name: 'Acme #1',
  entity_type: 'c_corporation',
  tax_id: '123456789',
  tax_id_type: 'ein',
  account_holder_name: 'Jane Doe',
  incorporation_date: '1999-12-31',
  addresses: [address],
  contacts: [{ type: 'phone', value: '2125550100' }, website, { type: 'email', value: 'a@acme.com' }],
  metadata: { team: 'payroll' },
};
const fields = Object.keys(business);

describe(BusinessDto.name, () => {
  it('keeps its known fields and drops unknown ones', () => {
    expect({ ...validate(BusinessDto, { ...business, closed_at: 'now' }) }).toEqual(business);
  });

  it('requires only a reference and a legal name', () => {
    expect(errorsOf(BusinessDto, {})).toEqual([
      'customer_reference_id missing_customer_reference_id',
      'legal_name missing_legal_name',
    ]);
    const { customer_reference_id, legal_name } = business;
    const others = Object.fromEntries(fields.slice(2).map((field) => [field, null]));
    expect(errorsOf(BusinessDto, { ...others, customer_reference_id, legal_name })).toEqual([]);
  });

  it.each(ENTITY_TYPES)('accepts the entity type %s', (entity_type) =>
    expect(errorsOf(BusinessDto, { ...business, entity_type })).toEqual([]),
  );

  it.each<[string, unknown]>([
    ['customer_reference_id', 1],
    ['legal_name', ''],
    ['legal_name', ' Acme'],
    ['legal_name', 'Acme!'],
    ['legal_name', '00 0'],
    ['business_name', ' 000'],
    ['legal_name', 'x'.repeat(256)],
    ['business_name', 'Acme*'],
    ['entity_type', 'corporation'],
    ['entity_type', ''],
    ['tax_id', '12-3456789'],
    ['tax_id', 123456789],
    ['tax_id_type', 'EIN'],
    ['account_holder_name', 'Acme 1'],
    ['incorporation_date', '1599-12-31'],
    ['incorporation_date', '2023-02-29'],
    ['addresses', []],
    ['addresses', [address, address]],
    ['contacts', []],
    ['metadata', { a: {} }],
  ])('rejects only the %s %j', (field, value) =>
    expect(errorsOf(BusinessDto, { ...business, [field]: value })).toEqual([`${field} invalid_${field}`]),
  );

  it('lists all errors in field order', () => {
    const wrong = Object.fromEntries([...fields].reverse().map((field) => [field, false]));
    expect(errorsOf(BusinessDto, wrong)).toEqual(fields.map((field) => `${field} invalid_${field}`));
  });

  it.each(['business_name', 'account_holder_name'])('treats an empty %s as absent', (field) =>
    expect(validate(BusinessDto, { ...business, [field]: '' })).not.toHaveProperty(field),
  );

  it('requires the tax id and its type together', () => {
    expect(errorsOf(BusinessDto, { ...business, tax_id: null })).toEqual(['tax_id missing_tax_id']);
    expect(errorsOf(BusinessDto, { ...business, tax_id_type: null })).toEqual(['tax_id_type missing_tax_id_type']);
    expect(errorsOf(BusinessDto, { ...business, tax_id: null, tax_id_type: null })).toEqual([]);
  });
});

describe(`${BusinessDto.name} addresses`, () => {
  it('cannot be home addresses or post office boxes', () => {
    const withAddress = (change: object) => ({ ...business, addresses: [{ ...address, ...change }] });
    expect(errorsOf(BusinessDto, withAddress({ type: 'home' }))).toEqual(['addresses[0].type invalid_addresses_type']);
    expect(errorsOf(BusinessDto, withAddress({ address1: 'PO Box 12' }))).toEqual([
      'addresses[0].address1 invalid_address1',
    ]);
    expect(errorsOf(BusinessDto, withAddress({ address1: 12 }))).toEqual(['addresses[0].address1 invalid_address1']);
    expect(errorsOf(BusinessDto, withAddress({ address2: 'PO Box 12' }))).toEqual([]);
  });
});

describe(`${BusinessDto.name} contacts`, () => {
  const withContact = (contact: object) => ({ ...business, contacts: [contact] });

  it.each(['acme.com', 'www.acme.com', 'https://acme.co.uk/x', 'http://acme.io:8080'])(
    'can be the website %s',
    (value) => expect(errorsOf(BusinessDto, withContact({ type: 'website', value }))).toEqual([]),
  );

  it.each(['acme', 'acme.nosuchtld', 'localhost', '10.0.0.1', 'https://', 'acme .com', 'com', 'ftp://acme.com', ''])(
    'cannot be the website %j',
    (value) =>
      expect(errorsOf(BusinessDto, withContact({ type: 'website', value }))).toEqual([
        'contacts[0].value invalid_contacts_value',
      ]),
  );

  it('are at most three', () => {
    const contacts = [...business.contacts, { type: 'fax', value: '2125550100' }];
    expect(errorsOf(BusinessDto, { ...business, contacts })).toEqual(['contacts invalid_contacts']);
  });

  it('have at most one of each type', () => {
    expect(errorsOf(BusinessDto, { ...business, contacts: [website, website] })).toEqual([
      'contacts[1].type duplicate_contacts_type',
    ]);
  });

  it('are validated one by one', () => {
    const contacts = [{ type: 'fax', value: '2125550100' }, { type: 'phone', value: '1' }, {}];
    expect(errorsOf(BusinessDto, { ...business, contacts })).toEqual([
      'contacts[0].type invalid_contacts_type',
      'contacts[1].value invalid_phone_value',
      'contacts[2].type missing_contacts_type',
      'contacts[2].value missing_contacts_value',
    ]);
  });
});
