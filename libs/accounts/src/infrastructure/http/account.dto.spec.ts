import { validate } from '@payments/http';
import { errorsOf } from '@payments/testing';
import { AccountQuery } from './account-query.dto.js';
import { AccountDto, AccountPatchDto } from './account.dto.js';

const account = {
  account_reference_id: 'jane-checking',
  customer_reference_id: 'jane',
  customer_resource_type: 'person',
  account_type: 'checking',
  account_number: '1234-56789',
  routing_number: '011000028',
  account_holder_name: 'Jane Doe',
  metadata: { team: 'payroll' },
};
const fields = Object.keys(account);

describe(AccountDto.name, () => {
  it('keeps its known fields and drops unknown ones', () => {
    expect({ ...validate(AccountDto, { ...account, status: 'verified' }) }).toEqual(account);
  });

  it('requires every field except the metadata', () => {
    expect(errorsOf(AccountDto, {})).toEqual(fields.slice(0, -1).map((field) => `${field} missing_${field}`));
  });

  it('lists all errors in field order', () => {
    const wrong = Object.fromEntries([...fields].reverse().map((field) => [field, false]));
    expect(errorsOf(AccountDto, wrong)).toEqual(fields.map((field) => `${field} invalid_${field}`));
  });

  it.each(['business', 'person', 'enterprise'])('accepts a customer that is a %s', (customer_resource_type) =>
    expect(errorsOf(AccountDto, { ...account, customer_resource_type })).toEqual([]),
  );

  it.each<[string, unknown]>([
    ['account_reference_id', ''],
    ['account_reference_id', 'x'.repeat(256)],
    ['customer_reference_id', 'x'.repeat(256)],
    ['customer_resource_type', 'company'],
    ['account_type', 'loan'],
    ['account_number', '123'],
    ['account_number', 123456789],
    ['routing_number', '01100002'],
    ['routing_number', 11000028],
    ['account_holder_name', ' '],
    ['account_holder_name', '<Jane>'],
    ['account_holder_name', 'x'.repeat(256)],
    ['metadata', { a: [] }],
  ])('rejects only the %s %j', (field, value) =>
    expect(errorsOf(AccountDto, { ...account, [field]: value })).toEqual([`${field} invalid_${field}`]),
  );

  it('never repeats an account number in its message', () => {
    const attempt = () => validate(AccountDto, { ...account, account_number: '9876543210987654321' });
    expect(attempt).toThrow(expect.objectContaining({ message: expect.not.stringContaining('98765') }));
  });
});

describe(AccountPatchDto.name, () => {
  it('can be empty, and treats null as absent', () => {
    expect({ ...validate(AccountPatchDto, {}) }).toEqual({});
    const nothing = Object.fromEntries(fields.map((field) => [field, null]));
    expect({ ...validate(AccountPatchDto, nothing) }).toEqual({});
  });

  it('applies the same rules to its fields', () => {
    expect({ ...validate(AccountPatchDto, account) }).toEqual(account);
    const wrong = Object.fromEntries([...fields].reverse().map((field) => [field, false]));
    expect(errorsOf(AccountPatchDto, wrong)).toEqual(fields.map((field) => `${field} invalid_${field}`));
    const error = 'account_holder_name invalid_account_holder_name';
    expect(errorsOf(AccountPatchDto, { account_holder_name: '' })).toEqual([error]);
  });
});

describe(AccountQuery.name, () => {
  it('reads times, statuses and both references', () => {
    const references = { account_reference_id: 'jane-checking', customer_reference_id: 'jane' };
    const end_time = '2026-01-31T17:04:05.123+01:00';
    expect({ ...validate(AccountQuery, { ...references, end_time, status: ['closed', 'created'] }) }).toEqual({
      ...references,
      end_time: new Date(end_time),
      status: ['closed', 'created'],
    });
  });

  it.each<[string, unknown]>([
    ['start_time', '1'],
    ['end_time', ''],
    ['status', ['verified', 'gone']],
    ['account_reference_id', ''],
    ['customer_reference_id', ['a', 'b']],
    ['after', '1'],
  ])('rejects only the %s %j', (field, value) =>
    expect(errorsOf(AccountQuery, { [field]: value })).toEqual([`${field} invalid_${field}`]),
  );
});
