import { isPlainObject, text } from '@payments/http';
import type { Rule } from '@payments/http';

const MAX_TEXT = 65_536;
const anyText = text({ min: 0, max: MAX_TEXT, blank: true, verbatim: true });

/** Any plain JSON object without control or bidi characters in its text. */
export function eventData(): Rule {
  return {
    expected: 'an object whose text has no control characters',
    schema: { type: 'object', additionalProperties: true, example: { transfer: { status: 'completed' } } },
    accepts: (value) => isPlainObject(value) && isClean(value),
    normalise: (value) => JSON.parse(JSON.stringify(value)) as unknown,
  };
}

function isClean(value: unknown): boolean {
  if (typeof value === 'string') return anyText.accepts(value);
  if (value instanceof Number) return Number.isFinite(Number(value));
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => anyText.accepts(name) && isClean(inner));
}
