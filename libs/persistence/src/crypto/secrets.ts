import { createHash, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyRing } from '@payments/config';

const SECRET_BYTES = 32;

/** 256 random bits as URL-safe text. */
export function randomSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECKSUM_LENGTH = 6;

/** Random letters and digits: `bytes` of randomness, padded to `length`. */
export function randomBase62(bytes: number, length: number): string {
  return base62(BigInt(`0x${randomBytes(bytes).toString('hex')}`), length);
}

/** CRC-32 of a text as six letters and digits: detects typos, and is not secret. */
export function checksum62(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

/** SHA-256 of a text: an identifier that does not reveal it. */
export function fingerprint(text: string): string {
  return hash('sha256', text, 'base64');
}

/** SHA-256 of a sequence of bytes. */
export async function digestOf(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest();
}

interface Digesting {
  readonly content: AsyncGenerator<Uint8Array, void, undefined>;
  /** Once the content has ended. */
  readonly digest: () => Buffer;
}

/** Content that is hashed with SHA-256 on its way. */
export function digesting(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Digesting {
  const hash = createHash('sha256');
  async function* hashed(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of content) {
      hash.update(chunk);
      yield chunk;
    }
  }
  return { content: hashed(), digest: () => hash.digest() };
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = BASE62[Number(rest % 62n)]! + text;
  return text.padStart(length, '0');
}

/**
 * Keyed hashes. Client secrets and API keys have full entropy, so a fast keyed hash is enough (and stays off the
 * hot path's cost); the blind index finds equal encrypted values without opening them.
 */
export class Secrets {
  constructor(private readonly ring: Pick<KeyRing, 'blind_index' | 'pepper'>) {}

  hash(secret: string): Buffer {
    return createHmac('sha256', this.ring.pepper).update(secret).digest();
  }

  /** In constant time. */
  matches(secret: string, hash: Buffer): boolean {
    return timingSafeEqual(this.hash(secret), hash);
  }

  /** The lookup hash of an encrypted value; equal only for equal values of one enterprise and purpose. */
  blindIndex(enterpriseId: string, purpose: string, value: string): Buffer {
    return createHmac('sha256', this.ring.blind_index).update(`${enterpriseId}|${purpose}|${value}`).digest();
  }

  /** A pseudonym of the value: without the key ring it reveals nothing, not even by guessing. */
  nameOf(purpose: string, value: string | Buffer): Buffer {
    return createHmac('sha256', this.ring.pepper).update(`${purpose}|`).update(value).digest();
  }

  /** A password for a database login, the same in every process that holds the key ring. */
  databasePassword(login: string): string {
    return this.nameOf('database-login', login).toString('base64url');
  }
}
