import * as fc from 'fast-check';
import { fromBase32, stepAt, stepOfCode, toBase32, totpCode } from './totp.js';

const SECRET = Buffer.from('12345678901234567890');

describe('a code of an authenticator app', () => {
  // RFC 6238, appendix B: the last six of its eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i seconds is the one of the standard', (seconds, code) => {
    expect(totpCode(SECRET, stepAt(new Date(seconds * 1000)))).toBe(code);
  });

  it('is taken in its own step and in the ones before and after it, and in no other', () => {
    const now = new Date('2026-01-31T17:00:10Z');
    const taken = [-2, -1, 0, 1, 2].map((off) => stepOfCode(SECRET, totpCode(SECRET, stepAt(now) + off), now));
    expect(taken).toEqual([undefined, stepAt(now) - 1, stepAt(now), stepAt(now) + 1, undefined]);
  });

  it.each(['', '12345', '1234567', 'abcdef', '２８７０８２'])('is not %j', (code) => {
    expect(stepOfCode(SECRET, code, new Date(59_000))).toBeUndefined();
  });
});

describe('base32', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('of %j is %j, as in RFC 4648', (bytes, text) => {
    expect(toBase32(Buffer.from(bytes))).toBe(text);
  });

  it('is read back as the same bytes', () => {
    const roundTrip = (bytes: Uint8Array) => fromBase32(toBase32(Buffer.from(bytes))).equals(Buffer.from(bytes));
    fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), roundTrip));
  });
});
