import fc from 'fast-check';
import { formatMoney, formatMoneyShort, parseAmount } from './money.js';

describe('formatMoney', () => {
  it('is read back to the same cents for every amount that the API accepts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), (cents) => {
        expect(parseAmount(formatMoney(cents))).toEqual({ cents });
      }),
    );
  });

  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [125_000, '$1,250.00'],
    [-8_000, '−$80.00'],
    [Number.MAX_SAFE_INTEGER, '$90,071,992,547,409.91'],
  ])('writes %d cents as %s', (cents, text) => {
    expect(formatMoney(cents)).toBe(text);
  });

  it('is short where space is short', () => {
    expect([99_999, 410_000_000].map(formatMoneyShort)).toEqual(['$999.99', '$4.1M']);
  });
});

describe('parseAmount', () => {
  it.each([
    ['1250', 125_000],
    ['1,250.00', 125_000],
    [' $ 1,250.5 ', 125_050],
    ['0.01', 1],
  ])('reads %s', (text, cents) => {
    expect(parseAmount(text)).toEqual({ cents });
  });

  it.each([
    ['', 'missing'],
    ['1250.005', 'too_many_decimals'],
    ['1,2,50', 'not_an_amount'],
    ['12,50', 'not_an_amount'],
    ['1.250,00', 'not_an_amount'],
    ['-5', 'not_positive'],
    ['−5', 'not_positive'],
    ['0.00', 'not_positive'],
    ['1e3', 'not_an_amount'],
    ['0x10', 'not_an_amount'],
    ['١٢', 'not_an_amount'],
    ['100000000', 'too_much'],
  ])('refuses "%s" as %s', (text, problem) => {
    expect(parseAmount(text)).toEqual({ problem });
  });

  it('never guesses: what it accepts is a number of cents above zero', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const amount = parseAmount(text);
        if ('cents' in amount) expect(Number.isSafeInteger(amount.cents) && amount.cents > 0).toBe(true);
      }),
    );
  });
});
