import { join } from 'node:path';
import { DomainError } from '@payments/kernel';
import { validate } from '@payments/http';
import { readCorpus } from '@payments/testing';
import { HomeAddressDto, LegalAddressDto } from './address.dto.js';

const { accepted, refused } = readCorpus(join(__dirname, 'address-lines.corpus.txt'));
const LINES = ['address1', 'address2', 'city'] as const;
const KINDS = [
  { type: HomeAddressDto, name: 'home' },
  { type: LegalAddressDto, name: 'legal' },
] as const;
const lines = { address1: '1 Main Street', city: 'Reno', state: 'NV', country: 'US', zip5: '89501' };

/** The stored form of the text in each line of each kind of address, or the code that rejects it. */
function kept(text: string): unknown[] {
  return KINDS.flatMap(({ type, name }) =>
    LINES.map((line) => {
      try {
        return validate<HomeAddressDto | LegalAddressDto>(type, { ...lines, type: name, [line]: text })[line];
      } catch (error) {
        if (error instanceof DomainError) return error.fieldErrors.map(({ error_code }) => error_code).join();
        throw error;
      }
    }),
  );
}

const everywhere = (responseInfo: (line: string) => unknown) => KINDS.flatMap(() => LINES.map(responseInfo));

describe('an address line', () => {
  it('is checked in at least 150 forms', () => {
    expect(new Set([...accepted, ...refused]).size).toBeGreaterThanOrEqual(150);
  });

  it.each(accepted)('can be %s, of a person and of a business', (text) => {
    expect(kept(text)).toEqual(everywhere(() => text.normalize('NFC')));
  });

  it.each(refused)('cannot be %j', (text) => {
    expect(kept(text)).toEqual(everywhere((line) => `invalid_${line}`));
  });

  it.each(['', ' ', '\u00a0', '\u3000', '\u2003 \u2003'])('can be blank as %j only when it is the second', (text) => {
    expect(kept(text)).toEqual(everywhere((line) => (line === 'address2' ? undefined : `invalid_${line}`)));
  });

  it('has at most 255 characters, however many bytes they take', () => {
    for (const letter of ['a', 'ñ', '🙂']) {
      expect(kept(letter.repeat(255))).toEqual(everywhere(() => letter.repeat(255)));
      expect(kept(letter.repeat(256))).toEqual(everywhere((line) => `invalid_${line}`));
    }
  });
});
