import { newId } from '@payments/kernel';

/** A contact as a client sends it; a customer has at most one of each type. */
export interface ContactInput {
  readonly type: string;
  readonly value: string;
}

/** A contact as stored in its customer's row; times are ISO 8601 text. */
export interface Contact extends ContactInput {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

const MAX_EMAIL = 254;
const PHONE = /^[2-9]\d{9}$/;
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?';
// The last label of a domain contains a letter; that of an IP address does not.
const DOMAIN = `(?:${LABEL}\\.)+(?!\\d+(?:[:/?#]|$))${LABEL}`;
const ATOM = '[^\\s@.<>()\\[\\],;:\\\\"]+';
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${DOMAIN}$`, 'u');
const WEBSITE = new RegExp(`^(?:https?://)?(${DOMAIN})(?::(\\d{1,5}))?(?:[/?#]\\S*)?$`, 'iu');
const MAX_PORT = 65_535;

/** Ten digits, the first from 2 to 9. */
export function isPhone(text: string): boolean {
  return PHONE.test(text);
}

/** An address with one `@` and a dotted domain, at most 254 characters long. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL && EMAIL.test(text);
}

/** The host of a website such as `acme.com`, `www.acme.com` or `https://acme.com/x`; undefined when it is no website. */
export function hostOfWebsite(text: string): string | undefined {
  const [, host, port = '1'] = WEBSITE.exec(text) ?? [];
  return Number(port) >= 1 && Number(port) <= MAX_PORT ? host : undefined;
}

/** The contacts that replace the current ones. A contact keeps its id and age if its type stays. */
export function replaceContacts(present: readonly Contact[], sent: readonly ContactInput[], now: Date): Contact[] {
  const time = now.toISOString();
  return sent.map(({ type, value }) => {
    const before = present.find((contact) => contact.type === type);
    if (before === undefined) return { id: newId(), type, value, created_at: time, updated_at: time };
    return { ...before, value, updated_at: before.value === value ? before.updated_at : time };
  });
}

export function phoneOf(contacts: readonly Contact[]): string | undefined {
  return contacts.find(({ type }) => type === 'phone')?.value;
}
