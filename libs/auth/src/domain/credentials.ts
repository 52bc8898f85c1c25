import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** All that a client may do unless its credentials are narrowed. */
export const CLIENT_SCOPES = [
  ...['persons', 'businesses', 'external-accounts', 'transfers', 'balances', 'ledger', 'webhook-configurations']
    .concat('webhook-secret')
    .flatMap((resource) => [`read:${resource}`, `write:${resource}`]),
  'invoke:webhook',
] as const;

export type Environment = 'sandbox' | 'production';

/** One set of client credentials as stored: never the secret, only its hash. */
export interface ClientState {
  readonly enterprise_id: string;
  readonly client_id: string;
  readonly secret_hash: Buffer;
  readonly scopes: readonly string[];
  /** Raised by every change; a token carries the version it was made under. */
  readonly version: number;
  readonly disabled_at: Date | null;
}

export interface ApiKeyState {
  readonly enterprise_id: string;
  readonly lookup: string;
  readonly key_hash: Buffer;
  readonly environment: Environment;
  readonly revoked_at: Date | null;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY_BYTES = 32;
const KEY_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const LOOKUP_LENGTH = 12;
const API_KEY = /^psk_(sandbox|production)_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

export interface ParsedApiKey {
  readonly environment: Environment;
  /** The part by which the key is found; of no use without the rest. */
  readonly lookup: string;
}

/** `psk_<environment>_` + 256 random bits in base62 + their CRC-32, so that a typo is refused before any look-up. */
export function newApiKey(environment: Environment): string {
  const random = base62(BigInt(`0x${randomBytes(KEY_BYTES).toString('hex')}`), KEY_LENGTH);
  return `psk_${environment}_${random}${checksum(random)}`;
}

/** Undefined when the text has not the form of a key, or its checksum is wrong. */
export function parseApiKey(text: string): ParsedApiKey | undefined {
  const [, environment, random, check] = API_KEY.exec(text) ?? [];
  if (environment === undefined || random === undefined || checksum(random) !== check) return undefined;
  return { environment: environment as Environment, lookup: random.slice(0, LOOKUP_LENGTH) };
}

/** The public half of new client credentials. */
export function newClientId(): string {
  return `client_${base62(BigInt(`0x${randomBytes(15).toString('hex')}`), 20)}`;
}

function checksum(random: string): string {
  return base62(BigInt(crc32(random)), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = ALPHABET[Number(rest % 62n)]! + text;
  return text.padStart(length, '0');
}
