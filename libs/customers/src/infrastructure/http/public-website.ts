import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import { hostOfWebsite } from '../../domain/contact.js';

const MAX_HOST = 253;
const LABELS = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
// On the public suffix list, but unusable for the website of a business: the first is not in the DNS, the second is DNS
// infrastructure.
const NOT_FOR_WEBSITES = /\.(?:onion|arpa)$/;

/** Whether the text is a website whose host is registered under a top-level domain of the public suffix list. */
export function isPublicWebsite(text: string): boolean {
  const host = domainToASCII(hostOfWebsite(text) ?? '');
  if (host.length > MAX_HOST || !LABELS.test(host) || NOT_FOR_WEBSITES.test(host)) return false;
  const { domain, isIcann, isIp } = parse(host);
  return domain !== null && isIcann === true && isIp === false;
}
