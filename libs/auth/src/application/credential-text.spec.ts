import fc from 'fast-check';
import { newApiKey, newClientId, parseApiKey } from './credential-text.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const environment = fc.constantFrom('sandbox' as const, 'production' as const);

describe('an API key', () => {
  it.each(['sandbox', 'production'] as const)(
    'of %s says so, and is 256 random bits in base62 with a checksum',
    (name) => {
      const keys = Array.from({ length: 500 }, () => newApiKey(name));
      expect(keys.every((key) => new RegExp(`^psk_${name}_[0-9A-Za-z]{49}$`).test(key))).toBe(true);
      expect(new Set(keys).size).toBe(500);
    },
  );

  it('is read back with its environment and the part it is found by', () => {
    fc.assert(
      fc.property(environment, (name) => {
        const key = newApiKey(name);
        const lookup = key.slice(`psk_${name}_`.length).slice(0, 12);
        expect(parseApiKey(key)).toEqual({ environment: name, lookup });
      }),
    );
  });

  it('is refused before any look-up when one of its characters is another', () => {
    fc.assert(
      fc.property(environment, fc.nat(48), fc.nat(60), (name, position, shift) => {
        const key = newApiKey(name);
        const at = `psk_${name}_`.length + position;
        const other = ALPHABET[(ALPHABET.indexOf(key.charAt(at)) + 1 + shift) % 62]!;
        expect(parseApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  it('is refused when two neighbours changed places', () => {
    const key = newApiKey('sandbox');
    for (let at = 'psk_sandbox_'.length; at < key.length - 1; at++) {
      if (key[at] === key[at + 1]) continue;
      expect(parseApiKey([key.slice(0, at), key[at + 1], key[at], key.slice(at + 2)].join(''))).toBeUndefined();
    }
  });

  it.each<[string, (key: string) => string]>([
    ['a blank in front', (key) => ` ${key}`],
    ['a line break behind', (key) => `${key}\n`],
    ['a character more', (key) => `${key}0`],
    ['a character less', (key) => key.slice(0, -1)],
    ['another prefix', (key) => key.replace('psk_', 'sk_')],
    ['an environment that is none', (key) => key.replace('sandbox', 'staging')],
    ['nothing', () => ''],
    ['only its prefix', () => 'psk_sandbox_'],
    ['two keys in one header', (key) => `${key}, ${key}`],
    ['a megabyte', () => `psk_sandbox_${'a'.repeat(1_000_000)}`],
  ])('is refused with %s', (_, change) => {
    expect(parseApiKey(change(newApiKey('sandbox')))).toBeUndefined();
  });

  it('is found by a part that says nothing of the rest', () => {
    const key = newApiKey('sandbox');
    const { lookup } = parseApiKey(key)!;
    expect(lookup).toHaveLength(12);
    expect(key.length - 'psk_sandbox_'.length - lookup.length - 6).toBe(31);
  });
});

describe('the public half of client credentials', () => {
  it('is made of letters and digits, each time another', () => {
    const ids = Array.from({ length: 1_000 }, newClientId);
    expect(ids.every((id) => /^client_[0-9A-Za-z]{21}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(1_000);
  });
});
