import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../config/key-ring.js';

const SECRET_BYTES = 32;

/** 256 random bits as URL-safe text. */
export function randomSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
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

  /** The look-up hash of an encrypted value; equal for equal values of one enterprise and purpose only. */
  blindIndex(enterpriseId: string, purpose: string, value: string): Buffer {
    return createHmac('sha256', this.ring.blind_index).update(`${enterpriseId}|${purpose}|${value}`).digest();
  }

  /** A password for a database login, the same in every process that holds the key ring. */
  databasePassword(login: string): string {
    return createHmac('sha256', this.ring.pepper).update(`database-login|${login}`).digest('base64url');
  }
}
