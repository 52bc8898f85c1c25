import { parse } from 'tldts';
import { hostOfWebsite } from '../../domain/contact.js';

/** Whether the text is a website whose host is registered under a top-level domain of the public suffix list. */
export function isPublicWebsite(text: string): boolean {
  const host = hostOfWebsite(text);
  if (host === undefined) return false;
  const { domain, isIcann, isIp } = parse(host);
  return domain !== null && isIcann === true && isIp === false;
}
