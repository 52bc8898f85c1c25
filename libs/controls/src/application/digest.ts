import { fingerprint } from '@payments/persistence';

/** SHA-256 of the JSON of a subject with its keys in order, base64url. */
export function digestOf(subject: Readonly<Record<string, unknown>>): string {
  return Buffer.from(fingerprint(JSON.stringify(inOrder(subject))), 'base64').toString('base64url');
}

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, inOrder(each)]));
}
