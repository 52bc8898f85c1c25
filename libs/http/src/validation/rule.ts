import type { Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { achText, PRINTED_NAME, saysNothing } from '@payments/kernel';

type SchemaObject30 = Exclude<
  NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string],
  { $ref: string }
>;
/** The parts of an OpenAPI 3.1 schema that the framework's types lack. */
type SchemaObject = SchemaObject30 & { readonly propertyNames?: SchemaObject30 };

/**
 * One rule on one value: a pure predicate with the words that complete "must be …" and the equivalent OpenAPI schema.
 * `normalise` returns the stored form.
 */
export interface Rule {
  readonly expected: string;
  readonly schema: SchemaObject;
  accepts(value: unknown): boolean;
  normalise?(value: unknown): unknown;
  /** Empty and blank text counts as absent. */
  readonly blankIsAbsent?: boolean;
  /** The value comes from a query, which has no null. */
  readonly fromQuery?: boolean;
  /** The value is an object of this class, or a list of them; its fields are checked one by one. */
  readonly nested?: { readonly type: () => Type<object>; readonly list: boolean };
}

// The characters that `trim` removes, because engines differ in \s.
const WHITE_SPACE = '\\x09-\\x0D \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF';

/** The same rule for a value that counts as absent when it is empty or blank. */
export function emptyable(rule: Rule): Rule {
  const { minLength: _, pattern: filled, ...schema } = rule.schema;
  const orBlank = filled !== undefined && { pattern: `^[${WHITE_SPACE}]*$|${filled}` };
  return { ...rule, schema: { ...schema, ...orBlank }, blankIsAbsent: true };
}

// Control characters, characters that are not shown (bidirectional marks, zero-width characters, soft hyphens), and lone
// surrogates: none belongs in a name, and each can make one text look like another.
const HARMFUL = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]|\p{Cs}/u;
// But for the two that choose the color of an emoji.
const UNSEEN = /(?![\uFE0E\uFE0F])\p{Default_Ignorable_Code_Point}/u;

function characters(value: string): number {
  return Array.from(value).length;
}

export interface TextOptions {
  readonly min?: number;
  readonly max: number;
  readonly pattern?: RegExp;
  /** Completes "must be …"; the length is added. */
  readonly expected?: string;
  /** Blank text is refused unless this is set. */
  readonly blank?: boolean;
  /** Kept byte for byte instead of normalized to NFC: reference ids. */
  readonly verbatim?: boolean;
  /** Takes characters that are not shown: passwords, whose users may have chosen an emoji that contains one. */
  readonly unseen?: boolean;
  readonly example?: string;
}

/** Text of `min` (1) to `max` characters (code points), free of control, bidi and zero-width characters. */
export function text(options: TextOptions): Rule {
  const { min = 1, max, pattern, expected = 'text', blank = false, verbatim = false, example } = options;
  const isClean = (value: string) => !HARMFUL.test(value) && (options.unseen === true || !UNSEEN.test(value));
  const length = `${min} to ${max} characters`;
  const normalise = (value: unknown) => (verbatim ? value : (value as string).normalize('NFC'));
  return {
    expected: expected === 'text' ? `text of ${length}` : `${length}: ${expected}`,
    schema: {
      type: 'string',
      minLength: min,
      maxLength: max,
      ...(pattern && { pattern: pattern.source }),
      ...(example && { example }),
    },
    accepts(value) {
      if (typeof value !== 'string' || value.length > max * 4 || !isClean(value)) return false;
      const normal = normalise(value) as string;
      if (normal.length < min || (normal.length > max && characters(normal) > max)) return false;
      if (!blank && normal.trim() === '') return false;
      return pattern === undefined || pattern.test(normal);
    },
    normalise,
  };
}

/** Text that is printed by banks: in their characters and cut to so many, more than zeros and blanks are left of it. */
export function printed(rule: Rule, max = PRINTED_NAME): Rule {
  return {
    ...rule,
    expected: `${rule.expected}, with more than zeros and spaces among the first ${max}, which banks print`,
    accepts: (value) => rule.accepts(value) && !saysNothing(achText(value as string, { max })),
  };
}

/** Text that matches a pattern as a whole, e.g. digits; stored as it was sent. */
export function pattern(regex: RegExp, expected: string, example?: string): Rule {
  return {
    expected,
    schema: { type: 'string', pattern: regex.source, ...(example && { example }) },
    accepts: (value) => typeof value === 'string' && regex.test(value),
  };
}

/** One of a list of words. */
export function oneOf(values: readonly string[]): Rule {
  const quoted = values.map((value) => `'${value}'`);
  const expected = quoted.length === 1 ? quoted[0]! : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
  return {
    expected,
    schema: { type: 'string', enum: [...values] },
    accepts: (value) => typeof value === 'string' && values.includes(value),
  };
}

/** A plain JSON integer. */
export function integer({ min, max }: { readonly min: number; readonly max: number }): Rule {
  return {
    expected: `a whole number from ${min} to ${max}`,
    schema: { type: 'integer', minimum: min, maximum: max },
    accepts: (value) => typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max,
  };
}

/** A whole number of cents as a plain JSON integer: `100.0` and `1e2` are refused because they suggest dollars. */
export function cents({ max }: { readonly max: number }): Rule {
  const rule = integer({ min: 1, max });
  return {
    ...rule,
    expected: `a whole number of cents from 1 to ${max}`,
    schema: { ...rule.schema, example: 12_500 },
  };
}

export function boolean(): Rule {
  return { expected: 'true or false', schema: { type: 'boolean' }, accepts: (value) => typeof value === 'boolean' };
}

/** A boolean written as text, as query parameters are. */
export function flag(): Rule {
  return {
    ...boolean(),
    fromQuery: true,
    accepts: (value) => value === 'true' || value === 'false',
    normalise: (value) => value === 'true',
  };
}

/** A number written as text, as query parameters are. */
export function integerText({ min, max }: { readonly min: number; readonly max: number }): Rule {
  return {
    expected: `a whole number from ${min} to ${max}`,
    schema: { type: 'integer', minimum: min, maximum: max },
    fromQuery: true,
    accepts: (value) =>
      typeof value === 'string' && /^(0|[1-9]\d{0,14})$/.test(value) && +value >= min && +value <= max,
    normalise: Number,
  };
}

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** An instant in ISO 8601 with its offset, as text; becomes a Date. */
export function instant(): Rule {
  return {
    expected: 'an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z',
    schema: { type: 'string', format: 'date-time' },
    accepts: (value) => typeof value === 'string' && isRealInstant(value),
    normalise: (value) => new Date(value as string),
  };
}

// Date.parse turns February 30 into March 2; an offset may leave the years that PostgreSQL and ISO 8601 write with four
// digits.
function isRealInstant(value: string): boolean {
  const [, year, month, day] = INSTANT.exec(value) ?? [];
  const utcYear = new Date(value).getUTCFullYear();
  if (day === undefined || !(utcYear >= 1 && utcYear <= 9_999)) return false;
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
}

/** A query parameter that may be repeated; becomes a list. */
export function repeatable(rule: Rule): Rule {
  const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value]);
  return {
    expected: rule.expected,
    schema: { type: 'array', items: rule.schema },
    fromQuery: true,
    accepts: (value) => listOf(value).every((item) => rule.accepts(item)),
    normalise: listOf,
  };
}

/** A list of `min` or more plain values, up to `max` if set, each by the rule. */
export function valuesOf(rule: Rule, { min, max }: { readonly min: number; readonly max?: number }): Rule {
  const length = max === undefined ? `at least ${min} ${min === 1 ? 'value' : 'values'}` : `${min} to ${max} values`;
  const isWithin = (count: number) => count >= min && (max === undefined || count <= max);
  return {
    expected: `a list of ${length}, each ${rule.expected}`,
    schema: { type: 'array', items: rule.schema, minItems: min, ...(max !== undefined && { maxItems: max }) },
    accepts: (value) => Array.isArray(value) && isWithin(value.length) && value.every((item) => rule.accepts(item)),
  };
}

/** An object with the fields of a class. */
export function objectOf(type: () => Type<object>): Rule {
  return {
    expected: 'an object',
    schema: {},
    accepts: isPlainObject,
    nested: { type, list: false },
  };
}

/** A list of `min` to `max` objects with the fields of a class. */
export function listOf(type: () => Type<object>, { min, max }: { readonly min: number; readonly max: number }): Rule {
  return {
    expected: `a list of ${countOf(min, max)}`,
    schema: { minItems: min, maxItems: max },
    accepts: (value) =>
      Array.isArray(value) && value.length >= min && value.length <= max && value.every(isPlainObject),
    nested: { type, list: true },
  };
}

function countOf(min: number, max: number): string {
  if (min < max) return `${min} to ${max} objects`;
  return max === 1 ? 'exactly one object' : `exactly ${max} objects`;
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
