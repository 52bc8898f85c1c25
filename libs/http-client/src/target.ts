import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.js';

/** Which addresses may be called. */
export interface TargetPolicy {
  /** Production takes https and full host names only. */
  readonly environment: 'sandbox' | 'production';
  /** Allows every address and plain http: for a service that runs next to its endpoints. */
  readonly allowPrivate: boolean;
}

/** Why an address may not be called. */
export type BlockReason =
  'not_a_url' | 'scheme_not_allowed' | 'credentials_in_url' | 'address_literal' | 'single_label_host' | 'not_public';

/**
 * Checks an address by its text alone. Host names are checked again after resolution, because only then their addresses
 * are known.
 */
export function blockReason(url: string, { environment, allowPrivate }: TargetPolicy): BlockReason | undefined {
  if (!URL.canParse(url)) return 'not_a_url';
  const { protocol, username, password, hostname } = new URL(url);
  const strict = environment === 'production' && !allowPrivate;
  if (protocol !== 'https:' && (protocol !== 'http:' || strict)) return 'scheme_not_allowed';
  if (username !== '' || password !== '') return 'credentials_in_url';
  if (allowPrivate) return undefined;
  const host = bareHost(hostname);
  if (isIP(host) !== 0) {
    if (!isPublicAddress(host)) return 'not_public';
    return strict ? 'address_literal' : undefined;
  }
  return strict && !host.includes('.') ? 'single_label_host' : undefined;
}

// `URL` has normalized decimal, octal, hexadecimal and shortened IPv4 forms, full-width digits, and letter case.
function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
