import { InexactNumber } from '@payments/kernel';
import { isPlainObject, text } from './rule.js';
import type { Rule } from './rule.js';

const MAX_PAIRS = 5;
const MAX_KEY = 20;
const MAX_VALUE = 50;
// Beyond this range, a number would not be returned as it was sent.
const SAFE_RANGE = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
const words = (max: number) => text({ min: 0, max, blank: true, verbatim: true });
const key = words(MAX_KEY);
const value = words(MAX_VALUE);

/**
 * What a client may attach to a resource: up to 5 pairs of a name and a text, number or boolean. Values are measured as
 * text, so `true` counts 4 characters. Numbers of any notation keep their value.
 */
export function metadata(): Rule {
  return {
    expected:
      `an object with at most ${MAX_PAIRS} keys of up to ${MAX_KEY} characters, ` +
      `and values that are text, numbers or booleans of up to ${MAX_VALUE} characters`,
    schema: {
      type: 'object',
      maxProperties: MAX_PAIRS,
      propertyNames: { maxLength: MAX_KEY },
      additionalProperties: {
        oneOf: [{ type: 'string', maxLength: MAX_VALUE }, { type: 'number', ...SAFE_RANGE }, { type: 'boolean' }],
      },
      example: { department: 'payroll' },
    },
    accepts: (sent) => {
      if (!isPlainObject(sent)) return false;
      const pairs = Object.entries(sent);
      // A program that copies the pairs one by one would lose a `__proto__`.
      const isFine = (name: string) => name !== '__proto__' && key.accepts(name);
      return pairs.length <= MAX_PAIRS && pairs.every(([name, given]) => isFine(name) && acceptsValue(given));
    },
    normalise: (sent) =>
      Object.fromEntries(Object.entries(sent as object).map(([name, given]) => [name, plain(given as unknown)])),
  };
}

function acceptsValue(given: unknown): boolean {
  const scalar = plain(given);
  // A literal such as 1e999, or an integer of twenty digits, is valid JSON but would be returned as another number.
  if (typeof scalar === 'number') {
    const exact = Number.isSafeInteger(scalar) || (Number.isFinite(scalar) && !Number.isInteger(scalar));
    return exact && value.accepts(String(scalar));
  }
  return typeof scalar === 'boolean' || value.accepts(scalar);
}

function plain(given: unknown): unknown {
  return given instanceof InexactNumber ? given.valueOf() : given;
}
