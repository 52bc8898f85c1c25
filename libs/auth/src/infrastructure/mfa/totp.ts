import { createHmac, timingSafeEqual } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS = 5;
const STEP_MS = 30_000;
const DIGITS = 6;
/** The device's clock may be one step off, and typing takes time. */
const TOLERANCE = 1;

/** Bytes in base32 (RFC 4648) without padding, as authenticator apps take secrets. */
export function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => ALPHABET[parseInt(group.padEnd(BITS, '0'), 2)]!).join('');
}

export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(BITS, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

/** The number of the 30-second step. */
export function stepAt(time: Date): number {
  return Math.floor(time.getTime() / STEP_MS);
}

/** The code of a step: six digits of the HMAC-SHA-1 of its number (RFC 6238, RFC 4226). */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest[digest.length - 1]! & 0xf;
  const value = (digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS;
  return String(value).padStart(DIGITS, '0');
}

/** The step around `now` that has this code; undefined when none has. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  const current = stepAt(now);
  const sent = Buffer.from(code);
  const steps = Array.from({ length: 2 * TOLERANCE + 1 }, (_, i) => current - TOLERANCE + i);
  return steps.find((step) => {
    const own = Buffer.from(totpCode(secret, step));
    return own.length === sent.length && timingSafeEqual(own, sent);
  });
}
