import { checksum62, randomBase62 } from '@payments/persistence';
import type { Environment } from '../domain/credentials.js';

const KEY_BYTES = 32;
const KEY_LENGTH = 43;
const LOOKUP_LENGTH = 12;
const API_KEY = /^psk_(sandbox|production)_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

export interface ParsedApiKey {
  readonly environment: Environment;
  /** The lookup part of the key; useless without the rest. */
  readonly lookup: string;
}

/** `psk_<environment>_` + 256 random bits in base62 + their CRC-32, so that a typo is rejected before any lookup. */
export function newApiKey(environment: Environment): string {
  const random = randomBase62(KEY_BYTES, KEY_LENGTH);
  return `psk_${environment}_${random}${checksum62(random)}`;
}

/** Undefined when the text is not a well-formed key, or its checksum is wrong. */
export function parseApiKey(text: string): ParsedApiKey | undefined {
  const [, environment, random, check] = API_KEY.exec(text) ?? [];
  if (environment === undefined || random === undefined || checksum62(random) !== check) return undefined;
  return { environment: environment as Environment, lookup: random.slice(0, LOOKUP_LENGTH) };
}

/** The public half of new client credentials. */
export function newClientId(): string {
  return `client_${randomBase62(15, 21)}`;
}
