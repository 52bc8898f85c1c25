import { newId } from '@payments/kernel';
import type { CustomerStatus, VerificationOutcome } from './customer-status.js';
import { sharedPhone } from './customer.js';
import { Person } from './person.js';
import type { PersonInput } from './person.js';

const monday = new Date('2026-01-05T10:00:00Z');
const tuesday = new Date('2026-01-06T10:00:00Z');
const wednesday = new Date('2026-01-07T10:00:00Z');
const address = {
  ...{ type: 'home', address1: '1 Main Street', city: 'Springfield' },
  ...{ state: 'IL', country: 'US', zip5: '62701' },
};
const withoutNumber: PersonInput = {
  customer_reference_id: 'jane',
  first_name: 'Jane',
  last_name: 'Doe',
  date_of_birth: '1980-02-29',
  addresses: [address],
  contacts: [{ type: 'phone', value: '2125550100' }],
};
const jane: PersonInput = { ...withoutNumber, social_security_number: '123-45-6789' };

const register = (input = jane) => Person.register(input, { id: newId(), now: monday });

function stored(status: CustomerStatus): Person {
  const person = register();
  if (status !== 'created') person.verified({ status, reasons: [] }, tuesday);
  return Person.restore(person.snapshot());
}

const eventsOf = (person: Person) => person.pullEvents().map(({ type, state }) => [type, state.sequence, state.status]);

describe(`${Person.name}.register`, () => {
  it('starts as created, with its first event', () => {
    const person = register();
    expect(person.snapshot()).toMatchObject({ status: 'created', version: 1, identity_version: 1, sequence: 1 });
    expect(person.hasNewIdentity).toBe(true);
    expect(eventsOf(person)).toEqual([['person_created', 1, 'created']]);
    expect(eventsOf(person)).toEqual([]);
  });

  it('stores the number as digits, and null for fields not sent', () => {
    expect(register().snapshot()).toMatchObject({
      social_security_number: '123456789',
      middle_name: null,
      metadata: null,
    });
    expect(register({ ...jane, metadata: {} }).snapshot().metadata).toBeNull();
  });
});

describe(`${Person.name}.verified`, () => {
  it.each<VerificationOutcome['status']>(['verified', 'rejected', 'restricted', 'closed'])(
    'may find that the person is %s now',
    (status) => {
      const person = stored('created');
      person.verified({ status, reasons: [] }, tuesday);
      expect(eventsOf(person)).toEqual([[`person_${status}`, 2, status]]);
      const closed_at = status === 'closed' ? tuesday : null;
      expect(person.snapshot()).toMatchObject({ status, version: 2, updated_at: tuesday, closed_at });
      expect(person.hasNewIdentity).toBe(false);
    },
  );

  it.each(['rejected', 'restricted'] as const)('a new screening list makes a verified person %s', (status) => {
    const person = stored('verified');
    person.screened({ status, reasons: [] }, tuesday);
    expect(eventsOf(person)).toEqual([[`person_${status}`, 3, status]]);
    expect(person.hasNewIdentity).toBe(false);
  });

  it.each(['created', 'rejected', 'restricted', 'closed'] as const)(
    'a new list does not change a %s person',
    (status) => {
      expect(() => stored(status).screened({ status: 'restricted', reasons: [] }, tuesday)).toThrow(
        'no transition of a customer from',
      );
    },
  );

  it('does not verify a person twice', () => {
    expect(() => stored('verified').verified({ status: 'rejected', reasons: [] }, tuesday)).toThrow(
      'verified to rejected',
    );
  });
});

describe(`${Person.name}.replace`, () => {
  it.each<[string, Partial<PersonInput>]>([
    ['first name', { first_name: 'Janet' }],
    ['middle name', { middle_name: 'Q' }],
    ['last name', { last_name: 'Roe' }],
    ['date of birth', { date_of_birth: '1980-03-01' }],
    ['social security number', { social_security_number: '123-45-6780' }],
    ['street', { addresses: [{ ...address, address1: '2 Main Street' }] }],
    ['city', { addresses: [{ ...address, city: 'Chicago' }] }],
    ['state', { addresses: [{ ...address, state: 'OH' }] }],
    ['zip code', { addresses: [{ ...address, zip5: '62702' }] }],
  ])('with a new %s changes the identity', (_, change) => {
    for (const status of ['verified', 'rejected'] as const) {
      const person = stored(status);
      person.replace({ ...jane, ...change }, wednesday);
      expect(eventsOf(person)).toEqual([['person_unverified', 3, 'created']]);
      expect(person.snapshot()).toMatchObject({ identity_version: 2, version: 3, updated_at: wednesday });
      expect(person.hasNewIdentity).toBe(true);
    }
  });

  it.each<[string, PersonInput]>([
    ['contacts', { ...jane, contacts: [] }],
    ['metadata', { ...jane, metadata: { note: 'x' } }],
    ['second line of the address', { ...jane, addresses: [{ ...address, address2: 'Suite 4' }] }],
  ])('with a new %s keeps the identity', (_, input) => {
    const person = stored('verified');
    person.replace(input, wednesday);
    expect(eventsOf(person)).toEqual([]);
    expect(person.snapshot()).toMatchObject({ status: 'verified', version: 3, identity_version: 1, sequence: 2 });
    expect([person.hasNewIdentity, person.isChanged]).toEqual([false, true]);
  });

  it('keeps no unsent field except the social security number', () => {
    const person = Person.restore(register({ ...jane, middle_name: 'Q', metadata: { a: 1 } }).snapshot());
    person.replace({ ...withoutNumber, contacts: [] }, tuesday);
    const { middle_name, metadata, contacts, social_security_number } = person.snapshot();
    expect({ middle_name, metadata, contacts }).toEqual({ middle_name: null, metadata: null, contacts: [] });
    expect(social_security_number).toBe('123456789');
  });

  it('requests another verification of an unverified person, without an event', () => {
    const person = stored('created');
    person.replace({ ...jane, first_name: 'Janet' }, tuesday);
    expect(eventsOf(person)).toEqual([]);
    expect(person.hasNewIdentity).toBe(true);
  });

  it('does not lift a restriction', () => {
    const person = stored('restricted');
    person.replace({ ...jane, first_name: 'Janet' }, wednesday);
    expect(person.snapshot()).toMatchObject({ status: 'restricted', first_name: 'Janet' });
    expect(person.hasNewIdentity).toBe(false);
  });

  it('is refused once the person is closed', () => {
    expect(() => stored('closed').replace(jane, wednesday)).toThrow(
      expect.objectContaining({ code: 'resource_closed' }),
    );
  });

  it('is refused under another reference', () => {
    const other = { ...jane, customer_reference_id: 'john' };
    const code = 'invalid_customer_reference_id';
    expect(() => stored('verified').replace(other, wednesday)).toThrow(expect.objectContaining({ code }));
  });
});

describe('the phone number that a person shares', () => {
  it('is the one of the contacts, until the person is closed', () => {
    expect(sharedPhone(stored('verified').snapshot())).toBe('2125550100');
    expect(sharedPhone(stored('closed').snapshot())).toBeUndefined();
    expect(sharedPhone(register({ ...jane, contacts: [] }).snapshot())).toBeUndefined();
  });
});
