import fc from 'fast-check';
import type { Currency } from './money.js';
import { MAX_TRANSFER_CENTS, Money } from './money.js';

const safeCents = fc.maxSafeInteger();
const anyCents = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });

describe(Money.name, () => {
  it('survives a round trip over the wire for any safe integer', () => {
    fc.assert(
      fc.property(safeCents, (amount) => {
        expect(Money.fromWire(amount).toWire()).toBe(amount === 0 ? 0 : amount);
      }),
    );
  });

  it('accepts only safe integers', () => {
    const unsafe = fc.oneof(
      fc.double().filter((value) => !Number.isSafeInteger(value)),
      fc.constantFrom(NaN, Infinity, -Infinity, 0.1, 100.5, 2 ** 53, -(2 ** 53)),
    );
    fc.assert(fc.property(unsafe, (amount) => expect(() => Money.fromWire(amount)).toThrow(RangeError)));
  });

  it('never leaves as a number that lost a cent', () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        const fits = cents <= BigInt(Number.MAX_SAFE_INTEGER) && cents >= BigInt(Number.MIN_SAFE_INTEGER);
        if (fits) expect(BigInt(Money.usd(cents).toWire())).toBe(cents);
        else expect(() => Money.usd(cents).toWire()).toThrow(RangeError);
      }),
    );
  });

  it('adds and subtracts without loss', () => {
    fc.assert(
      fc.property(anyCents, anyCents, (a, b) => {
        expect(Money.usd(a).plus(Money.usd(b)).cents).toBe(a + b);
        expect(Money.usd(a).minus(Money.usd(b)).cents).toBe(a - b);
        expect(Money.usd(a).plus(Money.usd(b)).minus(Money.usd(b))).toEqual(Money.usd(a));
      }),
    );
  });

  it('leaves both operands unchanged', () => {
    const a = Money.usd(100n);
    const b = Money.usd(30n);
    a.plus(b);
    a.minus(b);
    expect([a.cents, b.cents]).toEqual([100n, 30n]);
  });

  it('compares by amount, equal amounts being at least each other', () => {
    fc.assert(
      fc.property(anyCents, anyCents, (a, b) => {
        expect(Money.usd(a).isAtLeast(Money.usd(b))).toBe(a >= b);
      }),
    );
    expect(Money.usd(5n).isAtLeast(Money.usd(5n))).toBe(true);
  });

  it('refuses to mix currencies in every operation', () => {
    const foreign = Money.fromWire(100, 'EUR' as Currency);
    const dollars = Money.usd(100n);
    expect(() => dollars.plus(foreign)).toThrow(RangeError);
    expect(() => dollars.minus(foreign)).toThrow(RangeError);
    expect(() => dollars.isAtLeast(foreign)).toThrow(RangeError);
  });

  it('defaults to dollars, and keeps its currency through arithmetic', () => {
    expect(Money.fromWire(1).currency).toBe('USD');
    expect(Money.fromWire(1).plus(Money.usd(1n)).currency).toBe('USD');
    expect(Money.fromWire(1).minus(Money.usd(1n)).currency).toBe('USD');
  });

  it('carries 1 to 9 999 999 999 cents in one transfer, which a JSON number holds exactly', () => {
    expect(MAX_TRANSFER_CENTS).toBe(9_999_999_999n);
    expect(Money.usd(MAX_TRANSFER_CENTS).toWire()).toBe(9_999_999_999);
  });
});
