import { checkDigitOf, isRoutingNumber } from './routing-number.js';
import { transactionCodeOf, transactionCodes } from './transaction-code.table.js';

describe('a routing number', () => {
  it.each(['091000019', '231380104', '021000021'])('is recognized by its check digit: %s', (number) => {
    expect(isRoutingNumber(number)).toBe(true);
    expect(checkDigitOf(number)).toBe(Number(number[8]));
  });

  it.each(['091000018', '09100001', '0910000190', '09100001a', '000000000', ''])('is not: %j', (text) => {
    expect(isRoutingNumber(text)).toBe(false);
  });

  it('changes its check digit with any digit', () => {
    for (let place = 0; place < 8; place++) {
      const changed = '09100001'.replace(/./g, (digit, at) =>
        at === place ? String((Number(digit) + 1) % 10) : digit,
      );
      expect(checkDigitOf(changed)).not.toBe(9);
    }
  });
});

describe('a transaction code', () => {
  it('is 22, 27, 32 or 37 for an entry that moves money', () => {
    const accounts = ['checking', 'savings'] as const;
    const codes = accounts.flatMap((account) => [
      transactionCodeOf(account, 'credit'),
      transactionCodeOf(account, 'debit'),
    ]);
    expect(codes).toEqual([22, 27, 32, 37]);
    expect(codes.map((code) => transactionCodes.get(code)!.use)).toEqual(Array(4).fill('entry'));
  });

  it('that ends in 1 to 4 is a credit, in 5 to 9 a debit', () => {
    for (const [code, { direction }] of transactionCodes) expect(direction).toBe(code % 10 < 5 ? 'credit' : 'debit');
  });
});
