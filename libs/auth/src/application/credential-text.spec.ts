import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { newApiKey, newClientId, parseApiKey } from './credential-text.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const environment = fc.constantFrom('sandbox' as const, 'production' as const);

describe('an API key', () => {
  it.each(['sandbox', 'production'] as const)('names %s and has 256 random base62 bits with a checksum', (name) => {
    const keys = Array.from({ length: 500 }, () => newApiKey(name));
    expect(keys.every((key) => new RegExp(`^psk_${name}_[0-9A-Za-z]{49}$`).test(key))).toBe(true);
    expect(new Set(keys).size).toBe(500);
  });

  it('parses into its environment and lookup part', () => {
    fc.assert(
      fc.property(environment, (name) => {
        const key = newApiKey(name);
        const lookup = key.slice(`psk_${name}_`.length).slice(0, 12);
        expect(parseApiKey(key)).toEqual({ environment: name, lookup });
      }),
    );
  });

  it('is rejected before any lookup when one character is wrong', () => {
    fc.assert(
      fc.property(environment, fc.nat(48), fc.nat(60), (name, position, shift) => {
        const key = newApiKey(name);
        const at = `psk_${name}_`.length + position;
        const other = ALPHABET[(ALPHABET.indexOf(key.charAt(at)) + 1 + shift) % 62]!;
        expect(parseApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBeUndefined();
      }),
      { numRuns: countOf(500) },
    );
  });

  it('is rejected when two adjacent characters are swapped', () => {
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
  ])('is rejected with %s', (_, change) => {
    expect(parseApiKey(change(newApiKey('sandbox')))).toBeUndefined();
  });

  it('has a lookup part that reveals nothing about the rest', () => {
    const key = newApiKey('sandbox');
    const { lookup } = parseApiKey(key)!;
    expect(lookup).toHaveLength(12);
    expect(key.length - 'psk_sandbox_'.length - lookup.length - 6).toBe(31);
  });
});

describe('the public half of client credentials', () => {
  it('is random letters and digits, different each time', () => {
    const ids = Array.from({ length: 1_000 }, newClientId);
    expect(ids.every((id) => /^client_[0-9A-Za-z]{21}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(1_000);
  });
});
