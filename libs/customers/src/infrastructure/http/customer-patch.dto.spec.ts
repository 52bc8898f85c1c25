import { newId } from '@payments/kernel';
import type { Type } from '@nestjs/common';
import { validate } from '@payments/http';
import { errorsOf } from '@payments/testing';
import { BusinessDto, BusinessPatchDto } from './business.dto.js';
import { BusinessQuery, PersonQuery } from './customer-query.dto.js';
import { PersonPatchDto } from './person.dto.js';

const personFields = ['customer_reference_id', 'first_name', 'middle_name', 'last_name', 'date_of_birth', 'addresses'];
const businessFields = [
  ...['customer_reference_id', 'legal_name', 'business_name', 'entity_type', 'tax_id', 'tax_id_type'],
  ...['account_holder_name', 'incorporation_date', 'addresses', 'contacts', 'metadata'],
];
const patches: [string, Type<object>, string[]][] = [
  ['person', PersonPatchDto, [...personFields, 'contacts', 'social_security_number', 'metadata']],
  ['business', BusinessPatchDto, businessFields],
];

describe.each(patches)('the patch of a %s', (kind, type, fields) => {
  it('can be empty, and treats null as absent', () => {
    expect({ ...validate(type, {}) }).toEqual({});
    expect({ ...validate(type, Object.fromEntries(fields.map((field) => [field, null]))) }).toEqual({});
  });

  it('lists all errors in field order', () => {
    const wrong = Object.fromEntries([...fields].reverse().map((field) => [field, false]));
    expect(errorsOf(type, wrong)).toEqual(fields.map((field) => `${field} invalid_${field}`));
  });

  it('requires the type of its address and contacts', () => {
    expect(errorsOf(type, { addresses: [{ city: 'Reno', zip5: '1' }] })).toEqual([
      'addresses[0].type missing_addresses_type',
      'addresses[0].zip5 invalid_zip5',
    ]);
    expect(errorsOf(type, { contacts: [{ value: 'x' }] })).toEqual(['contacts[0].type missing_contacts_type']);
  });

  it('requires one address if any, and unique contact types', () => {
    expect(errorsOf(type, { addresses: [] })).toEqual(['addresses invalid_addresses']);
    expect({ ...validate(type, { contacts: [] }) }).toEqual({ contacts: [] });
    const phone = { type: 'phone', value: '2125550100' };
    expect(errorsOf(type, { contacts: [phone, phone] })).toEqual(['contacts[1].type duplicate_contacts_type']);
  });

  it('distinguishes an empty second line from a missing one', () => {
    const addresses = [{ type: kind === 'person' ? 'home' : 'legal', address2: ' ' }];
    expect(validate(type, { addresses })).toMatchObject({ addresses: [{ address2: '' }] });
  });
});

describe('empty text in a patch', () => {
  it.each<[string, Type<object>]>([
    ['middle_name', PersonPatchDto],
    ['business_name', BusinessPatchDto],
    ['account_holder_name', BusinessPatchDto],
  ])('removes the %s', (field, type) => {
    expect(validate(type, { [field]: '' })).toEqual({ [field]: '' });
    expect(errorsOf(type, { [field]: '!' })).toEqual([`${field} invalid_${field}`]);
  });

  it.each<[string, Type<object>]>([
    ['first_name', PersonPatchDto],
    ['last_name', PersonPatchDto],
    ['social_security_number', PersonPatchDto],
    ['legal_name', BusinessPatchDto],
    ['tax_id', BusinessPatchDto],
    ['entity_type', BusinessPatchDto],
  ])('is rejected as %s of any customer', (field, type) =>
    expect(errorsOf(type, { [field]: '' })).toEqual([`${field} invalid_${field}`]),
  );
});

describe('the trade name of a business', () => {
  const named = (names: object) => ({ customer_reference_id: 'acme', legal_name: 'Acme', ...names });

  it('can begin with a space, unlike its legal name', () => {
    expect(validate(BusinessDto, named({ business_name: '  Acme #1' }))).toMatchObject({ business_name: '  Acme #1' });
    expect(errorsOf(BusinessDto, named({ legal_name: ' Acme' }))).toEqual(['legal_name invalid_legal_name']);
    expect(errorsOf(BusinessPatchDto, { legal_name: ' Acme' })).toEqual(['legal_name invalid_legal_name']);
  });

  it('allows the characters and the length of a legal name', () => {
    for (const business_name of [' Acme!', ' '.repeat(252) + 'Acme', '\tAcme']) {
      expect(errorsOf(BusinessDto, named({ business_name }))).toEqual(['business_name invalid_business_name']);
    }
    expect(errorsOf(BusinessDto, named({ business_name: ' '.repeat(251) + 'Acme' }))).toEqual([]);
  });
});

describe('the query of a list of customers', () => {
  it('reads times, statuses, ids and names', () => {
    const sent = { start_time: '2026-01-31T17:04:05Z', status: 'verified', customer_reference_id: 'acme', id: newId() };
    expect({ ...validate(PersonQuery, { ...sent, first_name: 'Rene\u0301', last_name: 'Doe' }) }).toEqual({
      ...sent,
      start_time: new Date('2026-01-31T17:04:05Z'),
      status: ['verified'],
      first_name: 'Ren\u00e9',
      last_name: 'Doe',
    });
    expect(validate(PersonQuery, { status: ['closed', 'created'] })).toMatchObject({ status: ['closed', 'created'] });
    expect(validate(BusinessQuery, { legal_name: 'AT&T, Inc.' })).toMatchObject({ legal_name: 'AT&T, Inc.' });
  });

  it.each<[string, unknown]>([
    ['start_time', 'yesterday'],
    ['start_time', '2026-02-30T00:00:00Z'],
    ['end_time', '2026-01-31'],
    ['end_time', ['2026-01-31T00:00:00Z', '2026-01-31T00:00:00Z']],
    ['status', 'open'],
    ['status', ['verified', '']],
    ['customer_reference_id', ''],
    ['customer_reference_id', 'x'.repeat(256)],
    ['id', '1'],
    ['id', ''],
    ['size', '501'],
  ])('rejects only the %s %j', (field, value) => {
    const refused = [`${field} invalid_${field}`];
    expect(errorsOf(PersonQuery, { [field]: value })).toEqual(refused);
    expect(errorsOf(BusinessQuery, { [field]: value })).toEqual(refused);
  });

  it.each(['', ' ', 'R2D2', 'x'.repeat(256), 'Ad\u0000a'])('rejects the person name %j', (name) => {
    const refused = ['first_name invalid_first_name', 'last_name invalid_last_name'];
    expect(errorsOf(PersonQuery, { first_name: name, last_name: name })).toEqual(refused);
  });

  it.each(['', ' Acme', 'Acme!', 'x'.repeat(256), 'Ac\u0000me'])('rejects the legal name %j', (legal_name) =>
    expect(errorsOf(BusinessQuery, { legal_name })).toEqual(['legal_name invalid_legal_name']),
  );
});
