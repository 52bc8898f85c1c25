import { maskNumber, parseMasked, shortenId } from './ids.js';

describe('ids', () => {
  it('keep both ends when they are shortened', () => {
    expect(shortenId('019c15a0-0000-7000-8000-000000000027')).toBe('019c15a0…0027');
    expect(shortenId('short')).toBe('short');
  });
});

describe('parseMasked', () => {
  it('leaves the last four digits of account numbers, however deep they are', () => {
    const body = {
      external_accounts: [{ account_number: '000123456789', corrections: { account_number: '987654321' } }],
    };
    expect(parseMasked(JSON.stringify(body))).toEqual({
      external_accounts: [{ account_number: '··6789', corrections: { account_number: '··4321' } }],
    });
  });

  it('leaves no digit more of tax ids and social security numbers', () => {
    const text = JSON.stringify(parseMasked('{"tax_id":"12-3456789","social_security_number":"123-45-6789"}'));
    expect(text).not.toMatch(/\d{5}/);
  });

  it('masks what is masked already to the same text', () => {
    expect(maskNumber('··6789')).toBe('··6789');
  });
});
