import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldsOf } from '@payments/http';
import type { Rule } from '@payments/http';
import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { unportablePart } from '../support/portable-pattern.js';
import { ENGINE_NAMES, foundBy, hasEngine } from '../support/regex-engines.js';
import { requestTypes } from '../support/request-types.js';
import { guards } from '../support/guards.js';

guards('apps/api/src', 'libs/http/src/validation');

// Go compiles its own library before the first program.
const COMPILE_MS = 300_000;
/** Fields whose rule demands more than a pattern can say. */
const NARROWER = [
  ...['social_security_number', 'account_holder_name', 'account_statement_descriptor', 'statement_display_name'],
  ...['legal_name', 'business_name'],
];

const patterns = [
  ...new Set(
    patternsIn(JSON.parse(readFileSync(join(__dirname, '../../docs/reference/openapi.generated.json'), 'utf8'))),
  ),
];
const characters = fc.oneof(
  fc.constantFrom(...' .-,/&#:()\'"!$%*+;=?@_|\t\u00a0\u3000’–éßĐợＡ\u0301\u0344\u212bⅧИ李<[\\^~`A1z🙂'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);

function patternsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'pattern' && typeof value === 'string' ? [value] : patternsIn(value),
  );
}

/** Text that the pattern finds, and the same with a few characters put in, changed or taken out. */
function textsAround(pattern: string): fc.Arbitrary<string> {
  // As long as the pattern asks for, where that is more.
  const shortest = [...pattern.matchAll(/\{(\d+)/g)].map(([, times]) => Number(times));
  const found = fc.stringMatching(new RegExp(pattern), {
    maxLength: Math.max(12, ...shortest.map((times) => 2 * times)),
  });
  const edited = fc.tuple(found, fc.nat(12), fc.nat(2), fc.oneof(characters, fc.constant('')));
  return fc.oneof(
    found,
    edited.map(([text, place, count, fresh]) => text.slice(0, place) + fresh + text.slice(place + count)),
    fc.array(characters, { maxLength: 8 }).map((parts) => parts.join('')),
  );
}

describe('the patterns of the description', () => {
  it.each(patterns)('%s uses what all regular expression engines share', (pattern) => {
    expect(unportablePart(pattern)).toBe('');
  });

  it.each([
    ...[
      '\\p{L}',
      '(?=a)',
      '(?!a)',
      '(?<=a)',
      '(?<name>a)',
      '(a)\\1',
      '\\u0041',
      '\\u{41}',
      'a*+',
      'a++',
      'a*?',
      'a{2}?',
    ],
    ...['\\w', '\\s', '\\b', '\\A', 'a.b', '(?i)a', '(?>a)', '[a&&b]', '[a--b]', '[[a]]', '\\x80', '🙂', '[🙂]', 'a{'],
  ])('may not hold %s', (construct) => {
    expect(unportablePart(`^a${construct}$`)).not.toBe('');
  });

  it.each(ENGINE_NAMES)(
    'mean the same in %s as in JavaScript',
    (name) => {
      if (!hasEngine(name))
        return void process.stderr.write(`${name} is not on this machine: no pattern was tried in it\n`);
      // A $ of Python and Java matches before a line break at the end, which no rule accepts.
      const around = patterns.flatMap((pattern) => fc.sample(textsAround(pattern), { numRuns: 40, seed: 41 }));
      const texts = around.filter(
        (text) => Buffer.from(text).toString() === text && !/[\r\n\u0085\u2028\u2029]/.test(text),
      );
      const inJavaScript = patterns.map((pattern) =>
        texts.map((text) => Number(new RegExp(pattern).test(text))).join(''),
      );
      expect(foundBy(name, patterns, texts)).toEqual(inJavaScript);
    },
    COMPILE_MS,
  );
});

describe('the pattern of a field', () => {
  it('accepts what its rule accepts and nothing else', async () => {
    const fields = (await requestTypes()).flatMap((type) => fieldsOf(type).map(({ name, rule }) => ({ name, rule })));
    const withPattern = fields.filter(({ rule }) => rule.schema.pattern !== undefined);
    expect(withPattern.length).toBeGreaterThan(20);
    for (const { name, rule } of withPattern) {
      fc.assert(
        fc.property(textsAround(rule.schema.pattern!), (text) => {
          const isAccepted = rule.accepts(text) || (rule.blankIsAbsent === true && text.trim() === '');
          if (NARROWER.includes(name) && !isAccepted) return;
          expect([name, text, isDescribed(rule, text)]).toEqual([name, text, isAccepted]);
        }),
        { numRuns: countOf(300) },
      );
    }
  });
});

/** Text is validated in normalization form C and has no invisible characters, as the introduction of the description says. */
function isDescribed({ schema, normalise }: Rule, text: string): boolean {
  const { pattern = '', minLength = 0, maxLength = Infinity } = schema;
  const normalized = normalise === undefined ? text : text.normalize('NFC');
  const { length } = Array.from(normalized);
  if (normalized.trim() !== '' && /\p{Default_Ignorable_Code_Point}/u.test(normalized)) return false;
  return new RegExp(pattern).test(normalized) && length >= minLength && length <= maxLength;
}
