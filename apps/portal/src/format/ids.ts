const HEAD = 8;
const TAIL = 4;

/** `019c15a0…0027`: both ends of an id, because ids made at the same time differ only at the end. */
export function shortenId(id: string): string {
  return id.length <= HEAD + TAIL + 1 ? id : `${id.slice(0, HEAD)}…${id.slice(-TAIL)}`;
}

/** `··6789` of an account number. */
export function maskNumber(text: string): string {
  return `··${text.replace(/\D/g, '').slice(-TAIL)}`;
}

const NUMBERS = new Set(['account_number', 'social_security_number', 'tax_id']);

/** Parses a response body; numbers of accounts and people are masked before anything else sees them. */
export function parseMasked(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) =>
    NUMBERS.has(key) && typeof value === 'string' ? maskNumber(value) : value,
  );
}
