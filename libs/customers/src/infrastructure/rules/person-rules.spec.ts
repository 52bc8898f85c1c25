import { Person } from '../../domain/person.js';
import type { PersonState } from '../../domain/person.js';
import { judgePerson } from './person-rules.js';

const now = new Date('2026-03-01T00:30:00Z');
const home = { type: 'home', address1: '1 Elm St', city: 'Reno', state: 'NV', country: 'US', zip5: '89501' };
const input = {
  ...{ customer_reference_id: 'jane', first_name: 'Jane', last_name: 'Doe', date_of_birth: '1980-02-29' },
  addresses: [home],
};
const jane = Person.register(input, { id: 'jane', now }).snapshot();
const [address] = jane.addresses;

const problemsOf = (changes: Partial<PersonState> = {}) => judgePerson({ ...jane, ...changes }, now);

describe('the rules for persons', () => {
  it('accept a valid person, even without a number', () => {
    expect(problemsOf()).toEqual([]);
    expect(problemsOf({ social_security_number: '123456789' })).toEqual([]);
  });

  it.each([
    ['2008-03-01', []],
    ['2008-02-29', []],
    ['2008-03-02', ['ineligible_age']],
    ['2026-03-01', ['ineligible_age']],
    ['1926-03-02', []],
    ['1926-03-01', ['ineligible_age']],
    ['1000-01-01', ['ineligible_age']],
    ['2026-03-02', ['invalid_dob']],
    ['1981-02-29', ['invalid_dob']],
    ['0000-01-01', ['invalid_dob']],
    ['', ['incomplete_dob']],
    ['1980', ['incomplete_dob']],
    ['1980-02', ['incomplete_dob']],
  ])('on 2026-03-01 find of one born on "%s": %j', (date_of_birth, expected) => {
    expect(problemsOf({ date_of_birth })).toEqual(expected);
  });

  it('count a February 29 birthday on March 1', () => {
    const bornOnLeapDay = { ...jane, date_of_birth: '2008-02-29' };
    expect(judgePerson(bornOnLeapDay, new Date('2026-02-28T23:59:59Z'))).toEqual(['ineligible_age']);
  });

  it.each([
    ['123456789', []],
    ['912501234', []],
    ['899999999', []],
    ['12345678', ['incomplete_ssn']],
    ['1234', ['incomplete_ssn']],
    ['', ['incomplete_ssn']],
    ['000456789', ['invalid_ssn']],
    ['666456789', ['invalid_ssn']],
    ['123006789', ['invalid_ssn']],
    ['123450000', ['invalid_ssn']],
    ['900491234', ['invalid_ssn']],
    ['912931234', ['invalid_ssn']],
    ['078051120', ['invalid_ssn']],
    ['219099999', ['invalid_ssn']],
  ])('find of the number "%s": %j', (social_security_number, expected) => {
    expect(problemsOf({ social_security_number })).toEqual(expected);
  });

  it.each([
    [{ address1: ' ' }, ['incomplete_address']],
    [{ city: '' }, ['incomplete_address']],
    [{ state: 'XX' }, ['incomplete_address']],
    [{ country: 'CA' }, ['incomplete_address']],
    [{ zip5: '00000' }, ['incomplete_address']],
    [{ zip5: '8950' }, ['incomplete_address']],
    [{ type: 'legal' }, ['invalid_address_type']],
    [{ type: 'legal', city: '' }, ['incomplete_address', 'invalid_address_type']],
  ])('find of an address with %j: %j', (changes, expected) => {
    expect(problemsOf({ addresses: [{ ...address!, ...changes }] })).toEqual(expected);
  });

  it('find every problem once', () => {
    const changes = { first_name: '-', last_name: '.', date_of_birth: '2020-01-01', social_security_number: '1' };
    expect(problemsOf({ ...changes, addresses: [] })).toEqual([
      ...['invalid_name', 'ineligible_age', 'incomplete_ssn', 'incomplete_address'],
    ]);
  });
});
