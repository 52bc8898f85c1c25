import { defineErrors, DomainError } from './errors.js';

const errors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'There is none' },
  invalid_amount: { kind: 'invalid', message: 'amount is wrong', field: 'amount' },
});

describe('defineErrors', () => {
  it('gives one factory per code, whose error carries code, kind and message of the table', () => {
    const error = errors.unknown_id();
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ code: 'unknown_id', kind: 'not_found', message: 'There is none', fieldErrors: [] });
  });

  it('lists an error that is about a field under that field', () => {
    expect(errors.invalid_amount().fieldErrors).toEqual([
      { field: 'amount', error_code: 'invalid_amount', message: 'amount is wrong' },
    ]);
  });

  it('lets the caller replace the message, in the field error too', () => {
    const error = errors.invalid_amount({ message: 'amount is over the limit' });
    expect(error.message).toBe('amount is over the limit');
    expect(error.fieldErrors[0]!.message).toBe('amount is over the limit');
  });

  it('keeps headers, details and cause for the error filter', () => {
    const cause = new Error('inner');
    const error = errors.unknown_id({ headers: { 'Retry-After': '1' }, details: { a: 1 }, cause });
    expect(error.extras).toMatchObject({ headers: { 'Retry-After': '1' }, details: { a: 1 } });
    expect(error.cause).toBe(cause);
  });

  it('creates a new error each time, so that requests share none', () => {
    expect(errors.unknown_id()).not.toBe(errors.unknown_id());
    errors.invalid_amount({ message: 'another' });
    expect(errors.invalid_amount().message).toBe('amount is wrong');
  });

  it('exposes its table, for the catalog', () => {
    expect(Object.keys(errors.definitions)).toEqual(['unknown_id', 'invalid_amount']);
    expect(errors.definitions.invalid_amount).toEqual({ kind: 'invalid', message: 'amount is wrong', field: 'amount' });
  });
});

describe('DomainError.ofFields', () => {
  it('leads with the first field error and lists all of them in their order', () => {
    const first = { field: 'b', error_code: 'missing_b', message: 'b is required' };
    const second = { field: 'a', error_code: 'invalid_a', message: 'a must be text' };
    const error = DomainError.ofFields([first, second]);
    expect(error).toMatchObject({ code: 'missing_b', kind: 'invalid', message: 'b is required' });
    expect(error.fieldErrors).toEqual([first, second]);
  });
});
