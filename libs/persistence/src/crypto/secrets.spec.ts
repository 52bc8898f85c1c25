import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { checksum62, randomBase62, randomSecret, Secrets } from './secrets.js';

const ring = { blind_index: randomBytes(32), pepper: randomBytes(32) };
const secrets = new Secrets(ring);

describe(Secrets.name, () => {
  it('are 256 random bits as URL-safe text, different each time', () => {
    const many = Array.from({ length: 1_000 }, randomSecret);
    expect(many.every((secret) => /^[\w-]{43}$/.test(secret))).toBe(true);
    expect(new Set(many).size).toBe(1_000);
    expect(Buffer.from(many[0]!, 'base64url')).toHaveLength(32);
  });

  it('match their own hash and no other', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (secret, other) => {
        const hash = secrets.hash(secret);
        expect(secrets.matches(secret, hash)).toBe(true);
        if (other !== secret) expect(secrets.matches(other, hash)).toBe(false);
      }),
    );
  });

  it('match nothing without a hash', () => {
    expect(secrets.matches('', Buffer.alloc(32))).toBe(false);
    expect(secrets.matches('secret', Buffer.alloc(32))).toBe(false);
  });

  it('hash differently under another pepper, and never to themselves', () => {
    const elsewhere = new Secrets({ ...ring, pepper: randomBytes(32) });
    expect(elsewhere.matches('secret', secrets.hash('secret'))).toBe(false);
    expect(secrets.hash('secret').toString()).not.toContain('secret');
    expect(secrets.hash('secret')).toHaveLength(32);
  });
});

describe('the blind index', () => {
  it('is equal only for equal values of one enterprise and purpose', () => {
    const index = secrets.blindIndex('e1', 'account', '123');
    expect(secrets.blindIndex('e1', 'account', '123')).toEqual(index);
    const others = [
      secrets.blindIndex('e2', 'account', '123'),
      secrets.blindIndex('e1', 'phone', '123'),
      secrets.blindIndex('e1', 'account', '124'),
      new Secrets({ ...ring, blind_index: randomBytes(32) }).blindIndex('e1', 'account', '123'),
    ];
    expect(others.some((other) => other.equals(index))).toBe(false);
  });

  it('has its own key, so that a new pepper does not change it', () => {
    const elsewhere = new Secrets({ ...ring, pepper: randomBytes(32) });
    expect(elsewhere.blindIndex('e', 'p', 'v')).toEqual(secrets.blindIndex('e', 'p', 'v'));
  });
});

describe('the pseudonym of a value', () => {
  it('is equal only for one value, purpose and key ring', () => {
    const name = secrets.nameOf('key', 'value');
    expect(new Secrets({ ...ring }).nameOf('key', Buffer.from('value'))).toEqual(name);
    const elsewhere = new Secrets({ ...ring, pepper: randomBytes(32) });
    const others = [
      secrets.nameOf('key', 'other'),
      secrets.nameOf('request', 'value'),
      elsewhere.nameOf('key', 'value'),
    ];
    expect(others.some((other) => other.equals(name))).toBe(false);
  });
});

describe('the password of the database login', () => {
  it('is the same only in processes with the same key ring', () => {
    expect(new Secrets({ ...ring }).databasePassword('login')).toBe(secrets.databasePassword('login'));
    expect(new Secrets({ ...ring, pepper: randomBytes(32) }).databasePassword('login')).not.toBe(
      secrets.databasePassword('login'),
    );
    expect(secrets.databasePassword('another')).not.toBe(secrets.databasePassword('login'));
  });

  it('is not the hash of any client secret', () => {
    expect(secrets.databasePassword('login')).not.toBe(secrets.hash('login').toString('base64url'));
  });
});

describe('text in base62', () => {
  it('has the requested length for any random bytes, and differs each time', () => {
    const many = Array.from({ length: 2_000 }, () => randomBase62(15, 21));
    expect(many.every((text) => /^[0-9A-Za-z]{21}$/.test(text))).toBe(true);
    expect(new Set(many).size).toBe(2_000);
    expect(randomBase62(32, 43)).toMatch(/^[0-9A-Za-z]{43}$/);
  });

  it('has a checksum of 6 characters that depends on every character', () => {
    expect(checksum62('')).toBe('000000');
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 43 }),
        fc.nat(),
        fc.integer({ min: 1, max: 90 }),
        (text, at, shift) => {
          const place = at % text.length;
          const other = String.fromCharCode(33 + ((text.charCodeAt(place) - 33 + shift + 94) % 94));
          fc.pre(other !== text[place]);
          expect(checksum62(text)).toMatch(/^[0-9A-Za-z]{6}$/);
          expect(checksum62(text.slice(0, place) + other + text.slice(place + 1))).not.toBe(checksum62(text));
        },
      ),
    );
  });
});
