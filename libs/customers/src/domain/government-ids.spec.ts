import { join } from 'node:path';
import { readCorpus } from '@payments/testing';
import fc from 'fast-check';
import { digitsOf, isSocialSecurityNumber } from './government-ids.js';

const { accepted, refused } = readCorpus(join(__dirname, 'social-security-numbers.corpus.txt'));

describe('a social security number', () => {
  it('is checked in at least 100 forms', () => {
    expect(new Set([...accepted, ...refused]).size).toBeGreaterThanOrEqual(100);
  });

  it.each(accepted)('or a taxpayer number may be %s', (text) => expect(isSocialSecurityNumber(text)).toBe(true));

  it.each(refused)('and a taxpayer number may not be %j', (text) => expect(isSocialSecurityNumber(text)).toBe(false));

  it.each([
    '123-45-6789',
    '123456789',
    '001-01-0001',
    '899-99-9999',
    '900-50-0001',
    '999-88-1234',
    '912-94-1234',
    '912-99-1234',
  ])('may be %s by its structure', (text) => expect(isSocialSecurityNumber(text)).toBe(true));

  it.each([
    ['area 000', '000-12-3456'],
    ['area 666', '666-12-3456'],
    ['group 00', '123-00-4567'],
    ['serial 0000', '123-45-0000'],
    ['an area of taxpayer numbers with another group', '900-49-1234'],
    ['a taxpayer group that is left out', '912-93-1234'],
    ['a taxpayer group between the ranges', '912-66-1234'],
    ['hyphens elsewhere', '1234-5-6789'],
    ['one hyphen only', '123-456789'],
    ['spaces', '123 45 6789'],
    ['eight digits', '12345678'],
    ['ten digits', '1234567890'],
    ['a line end', '123456789\n'],
    ['digits of another script', '١٢٣٤٥٦٧٨٩'],
  ])('has no %s in it', (_, text) => expect(isSocialSecurityNumber(text)).toBe(false));

  it('is validated the same with and without hyphens', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{9}$/), (digits) => {
        const written = `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`;
        expect(isSocialSecurityNumber(written)).toBe(isSocialSecurityNumber(digits));
        expect(digitsOf(written)).toBe(digits);
      }),
    );
  });
});
