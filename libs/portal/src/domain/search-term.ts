import { isUuid } from '@payments/kernel';

const CENTS = 100;
const AMOUNT = /^\$ ?(\d{1,8}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{2}))?$/;

/** What is searched for: the resource with an id, transfers of an amount in cents, or what begins with a text. */
export type SearchTerm =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'amount'; readonly cents: number }
  | { readonly kind: 'text'; readonly text: string; readonly names: readonly string[] };

/** Reads a text as a person types it. An amount begins with `$`. */
export function searchTerm(typed: string): SearchTerm {
  const text = typed.trim();
  if (isUuid(text)) return { kind: 'id', id: text.toLowerCase() };
  const [, dollars, cents = '00'] = AMOUNT.exec(text) ?? [];
  if (dollars !== undefined) {
    return { kind: 'amount', cents: Number(dollars.replaceAll(',', '')) * CENTS + Number(cents) };
  }
  return { kind: 'text', text, names: casesOf(text) };
}

/**
 * A name as it was typed, in lower and upper case, and with capital initials: an index finds each by its beginning, but
 * not without regard to case.
 */
function casesOf(name: string): readonly string[] {
  const initials = name.toLowerCase().replace(/(^|[\s'-])\p{L}/gu, (letter) => letter.toUpperCase());
  return [...new Set([name, name.toLowerCase(), name.toUpperCase(), initials])];
}
