import { newId } from '@payments/kernel';
import { Business } from './business.js';
import type { BusinessInput } from './business.js';
import { Person } from './person.js';
import type { PersonInput, PersonPatch } from './person.js';

const monday = new Date('2026-01-05T10:00:00Z');
const tuesday = new Date('2026-01-06T10:00:00Z');
const street = { address1: '1 Main Street', city: 'Springfield', state: 'IL', country: 'US', zip5: '62701' };
const jane: PersonInput = {
  customer_reference_id: 'jane',
  first_name: 'Jane',
  middle_name: 'Mary',
  last_name: 'Doe',
  date_of_birth: '1980-02-29',
  social_security_number: '123-45-6789',
  addresses: [{ type: 'home', ...street, address2: 'Apt 1' }],
  contacts: [
    { type: 'phone', value: '2125550100' },
    { type: 'email', value: 'jane@example.com' },
  ],
  metadata: { team: 'payroll' },
};
const acme: BusinessInput = { customer_reference_id: 'acme', legal_name: 'Acme, Inc.' };

function person(status: 'verified' | 'restricted' = 'verified'): Person {
  const registered = Person.register(jane, { id: newId(), now: monday });
  registered.verified({ status, reasons: [] }, monday);
  return Person.restore(registered.snapshot());
}

function business(input: Partial<BusinessInput> = {}): Business {
  const registered = Business.register({ ...acme, ...input }, { id: newId(), now: monday });
  registered.verified({ status: 'verified', reasons: [] }, monday);
  return Business.restore(registered.snapshot());
}

const typesOf = (customer: Person | Business) => customer.pullEvents().map(({ type }) => type);
const fieldErrors = (change: () => void) => {
  try {
    change();
    return [];
  } catch (error) {
    return (error as { fieldErrors: { field: string; error_code: string }[] }).fieldErrors.map(
      ({ field, error_code }) => `${field} ${error_code}`,
    );
  }
};

describe(`${Person.name}.patch`, () => {
  it('changes only the fields that it names', () => {
    const changed = person();
    const before = changed.snapshot();
    changed.patch({ metadata: { team: 'sales' } }, tuesday);
    expect(changed.snapshot()).toEqual({ ...before, metadata: { team: 'sales' }, version: 3, updated_at: tuesday });
    expect(typesOf(changed)).toEqual([]);
  });

  it('verifies a changed identity again', () => {
    const changed = person();
    changed.patch({ last_name: 'Roe' }, tuesday);
    expect(changed.snapshot()).toMatchObject({
      last_name: 'Roe',
      social_security_number: '123456789',
      status: 'created',
    });
    expect([changed.hasNewIdentity, typesOf(changed)]).toEqual([true, ['person_unverified']]);
  });

  it('removes the middle name, second line and metadata with empty values', () => {
    const changed = person();
    changed.patch({ middle_name: '', addresses: [{ type: 'home', address2: '' }], metadata: {} }, tuesday);
    const { middle_name, addresses, metadata } = changed.snapshot();
    expect([middle_name, addresses[0]?.address2, metadata]).toEqual([null, undefined, null]);
    expect(addresses[0]).toMatchObject({ ...street, updated_at: tuesday.toISOString() });
  });

  it('updates the single address, which keeps its id and other fields', () => {
    const changed = person();
    const [before] = changed.snapshot().addresses;
    changed.patch({ addresses: [{ type: 'home', city: 'Chicago' }] }, tuesday);
    expect(changed.snapshot().addresses).toEqual([{ ...before, city: 'Chicago', updated_at: tuesday.toISOString() }]);
  });

  it('updates contacts by type, and removes all with an empty list', () => {
    const changed = person();
    const [phone, email] = changed.snapshot().contacts;
    changed.patch({ contacts: [{ type: 'email', value: 'doe@example.com' }] }, tuesday);
    expect(changed.snapshot().contacts).toEqual([
      { ...email, value: 'doe@example.com', updated_at: tuesday.toISOString() },
      phone,
    ]);
    changed.patch({ contacts: [] }, tuesday);
    expect(changed.snapshot().contacts).toEqual([]);
  });

  it('is refused under another reference, and after closing', () => {
    const changed = person();
    expect(() => changed.patch({ customer_reference_id: 'joe' }, tuesday)).toThrow(
      expect.objectContaining({ code: 'invalid_customer_reference_id' }),
    );
    changed.close(tuesday);
    expect(() => changed.patch({}, tuesday)).toThrow(expect.objectContaining({ code: 'resource_closed' }));
  });
});

describe(`${Business.name}.patch`, () => {
  it('can complete it step by step', () => {
    const changed = business();
    changed.patch({ tax_id: '123456789', tax_id_type: 'ein', business_name: ' Acme' }, tuesday);
    changed.patch({ addresses: [{ type: 'legal', ...street }] }, tuesday);
    changed.patch({ tax_id_type: 'tin', business_name: '' }, tuesday);
    expect(changed.snapshot()).toMatchObject({
      ...{ tax_id: '123456789', tax_id_type: 'tin', business_name: null, status: 'created' },
      addresses: [{ type: 'legal', ...street }],
    });
  });

  it('cannot leave an incomplete tax id or address', () => {
    const changed = business();
    expect(fieldErrors(() => changed.patch({ tax_id: '123456789' }, tuesday))).toEqual([
      'tax_id_type missing_tax_id_type',
    ]);
    const addresses = [{ type: 'legal', address1: '1 Main Street', state: 'IL', country: 'US' }];
    expect(fieldErrors(() => changed.patch({ tax_id_type: 'ein', addresses }, tuesday))).toEqual([
      'tax_id missing_tax_id',
      'addresses[0].city missing_city',
      'addresses[0].zip5 missing_zip5',
    ]);
    expect(changed.isChanged).toBe(false);
  });
});

describe('no-op updates of a customer', () => {
  it.each<[string, PersonPatch]>([
    ['an empty patch', {}],
    ['names that are there already', { first_name: 'Jane', middle_name: 'Mary' }],
    ['the number, written otherwise', { social_security_number: '123456789' }],
    ['a part of the address as it is', { addresses: [{ type: 'home', city: 'Springfield' }] }],
    ['a contact as it is, though it was not the first', { contacts: [{ type: 'email', value: 'jane@example.com' }] }],
    ['the metadata as they are', { metadata: { team: 'payroll' } }],
  ])('is %s: no new version, time or event', (_, patch) => {
    const changed = person();
    const before = changed.snapshot();
    changed.patch(patch, tuesday);
    expect(changed.snapshot()).toBe(before);
    expect([changed.isChanged, changed.hasNewIdentity, typesOf(changed)]).toEqual([false, false, []]);
  });

  it('include a patch of a business that removes absent fields', () => {
    const changed = business();
    changed.patch({ business_name: '', contacts: [], metadata: {} }, tuesday);
    expect([changed.isChanged, typesOf(changed)]).toEqual([false, []]);
  });
});

describe('the end of a customer', () => {
  it.each(['verified', 'restricted'] as const)('closes a %s customer once, with its event', (status) => {
    const closed = person(status);
    closed.close(tuesday);
    closed.close(new Date());
    expect(closed.snapshot()).toMatchObject({ status: 'closed', status_reasons: [], closed_at: tuesday, sequence: 3 });
    expect(closed.snapshot().status_before_close).toBe(status);
    expect(typesOf(closed)).toEqual(['person_closed']);
  });

  it('saves nothing when the customer is already closed', () => {
    const closed = business();
    closed.close(tuesday);
    const again = Business.restore(closed.snapshot());
    again.close(new Date());
    expect([again.isChanged, typesOf(again)]).toEqual([false, []]);
  });
});
