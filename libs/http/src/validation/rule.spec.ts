import fc from 'fast-check';
import { InexactNumber } from '@payments/kernel';
import {
  boolean,
  cents,
  emptyable,
  instant,
  integerText,
  isPlainObject,
  listOf,
  objectOf,
  oneOf,
  pattern,
  repeatable,
  text,
  valuesOf,
} from './rule.js';

const NOT_TEXT: readonly unknown[] = [1, true, {}, [], ['a'], new InexactNumber(1), 0, false, Symbol('a')];
class Nested {}

describe('the rule for text', () => {
  const upTo5 = text({ max: 5 });

  it('accepts 1 to max characters, measured in code points', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abcXYZ019é'), maxLength: 10 }), (value) => {
        expect(upTo5.accepts(value)).toBe(value.length >= 1 && value.length <= 5);
      }),
    );
    expect(upTo5.accepts('\u{1f600}'.repeat(5))).toBe(true);
    expect(upTo5.accepts('\u{1f600}'.repeat(6))).toBe(false);
  });

  it('takes nothing but strings', () => {
    expect(NOT_TEXT.filter((value) => upTo5.accepts(value))).toEqual([]);
  });

  it.each(['', ' ', '   ', '\u00a0', '\u2003'])('refuses blank text %j unless it is allowed', (blank) => {
    expect(upTo5.accepts(blank)).toBe(false);
    expect(text({ min: 0, max: 5, blank: true }).accepts(blank)).toBe(true);
  });

  it('refuses every control character, bidi mark, character of no width and lone surrogate, at any position', () => {
    const controls = [...Array(0x20).keys(), ...Array.from({ length: 0x21 }, (_, i) => 0x7f + i)];
    const bidi = [0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];
    const others = [0x2028, 0x2029, 0xfeff, 0xd800, 0xdbff, 0xdc00, 0xdfff];
    const unseen = [0xad, 0x34f, 0x200b, 0x200c, 0x200d, 0x2060, 0x2064, 0x3164, 0xffa0];
    const rule = text({ max: 20 });
    const accepted = [...controls, ...bidi, ...unseen, ...others].filter((code) => {
      const character = String.fromCharCode(code);
      return [`${character}ab`, `a${character}b`, `ab${character}`].some((value) => rule.accepts(value));
    });
    expect(accepted.map((code) => code.toString(16))).toEqual([]);
  });

  it('refuses exactly the text that contains a forbidden character', () => {
    const forbidden = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/u;
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), (value) => {
        const fine =
          Buffer.from(value).toString() === value &&
          !forbidden.test(value) &&
          value.trim() !== '' &&
          value.normalize('NFC').length <= 50;
        expect(text({ max: 50 }).accepts(value)).toBe(fine);
      }),
    );
  });

  it('accepts a surrogate pair as one character', () => {
    expect(text({ max: 5 }).accepts('a\u{1f600}b')).toBe(true);
    expect(text({ max: 5 }).accepts('a\ude00\ud83db')).toBe(false);
  });

  it('stores names in NFC and measures them so', () => {
    const decomposed = 'Zoe\u0308';
    const rule = text({ max: 3 });
    expect(rule.accepts(decomposed)).toBe(true);
    expect(rule.normalise!(decomposed)).toBe('Zo\u00eb');
    expect(rule.accepts('Zoe\u0308s')).toBe(false);
  });

  it('stores reference ids byte for byte', () => {
    const rule = text({ max: 4, verbatim: true });
    expect(rule.accepts('Zoe\u0308')).toBe(true);
    expect(rule.normalise!('Zoe\u0308')).toBe('Zoe\u0308');
    expect(rule.accepts('Zoe\u0308s')).toBe(false);
  });

  it('trims nothing', () => {
    expect(text({ max: 5 }).normalise!(' a ')).toBe(' a ');
  });

  it('matches its pattern against the stored form', () => {
    const rule = text({ max: 5, pattern: /^[a-z\u00eb]+$/ });
    expect(rule.accepts('zoe\u0308')).toBe(true);
    expect(rule.accepts('zo3')).toBe(false);
    expect(rule.accepts('zoe\n')).toBe(false);
  });

  it('quickly refuses text that is far too long', () => {
    expect(text({ max: 255 }).accepts('a'.repeat(1_000_000))).toBe(false);
  });

  it('states the length limits in its words and its schema', () => {
    expect(text({ max: 255 })).toMatchObject({
      expected: 'text of 1 to 255 characters',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    });
    expect(text({ max: 9, expected: 'letters and . ,' }).expected).toBe('1 to 9 characters: letters and . ,');
  });
});

describe('the rule for cents', () => {
  const rule = cents({ max: 9_999_999_999 });

  it('takes whole numbers from 1 to max', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (amount) => {
        expect(rule.accepts(amount)).toBe(amount >= 1 && amount <= 9_999_999_999);
      }),
    );
    expect([1, 9_999_999_999].every((amount) => rule.accepts(amount))).toBe(true);
    expect([0, -1, 10_000_000_000, 0.5, 100.5, NaN, Infinity, -0].some((amount) => rule.accepts(amount))).toBe(false);
  });

  it('refuses 100.0 and 1e2 as they come from the strict reader, and numbers as text', () => {
    expect([new InexactNumber(100), '100', '1', [100], {}, true, 100n].some((value) => rule.accepts(value))).toBe(
      false,
    );
  });
});

describe('the rule for one of several words', () => {
  it('accepts the exact words only', () => {
    const rule = oneOf(['USD', 'EUR']);
    expect(['USD', 'EUR'].every((word) => rule.accepts(word))).toBe(true);
    const others = ['usd', 'USD ', ' USD', '', 'US', 'toString', ['USD'], { USD: 1 }, 0, null];
    expect(others.filter((value) => rule.accepts(value))).toEqual([]);
  });

  it('names its words as a reader would', () => {
    expect(oneOf(['a']).expected).toBe("'a'");
    expect(oneOf(['a', 'b', 'c']).expected).toBe("'a', 'b' or 'c'");
  });
});

describe('the rule for true and false', () => {
  it('accepts no substitute for either', () => {
    expect([true, false].every((value) => boolean().accepts(value))).toBe(true);
    expect(['true', 'false', 1, 0, '', {}, []].some((value) => boolean().accepts(value))).toBe(false);
  });
});

describe('the rule for a pattern', () => {
  it('takes text that matches as a whole', () => {
    const digits = pattern(/^\d{3}$/, '3 digits');
    expect(digits.accepts('123')).toBe(true);
    expect(['1234', '12', '123\n', 'a123', 123, ['123'], '١٢٣'].some((value) => digits.accepts(value))).toBe(false);
  });
});

describe('the rule for a number in a query', () => {
  const rule = integerText({ min: 0, max: 500 });

  it('takes digits within the limits and turns them into a number', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000, max: 1_000 }), (value) => {
        expect(rule.accepts(String(value))).toBe(value >= 0 && value <= 500);
      }),
    );
    expect(rule.normalise!('42')).toBe(42);
  });

  it('takes no other notation', () => {
    const others = [
      '',
      ' 1',
      '1 ',
      '+1',
      '-0',
      '1.0',
      '1e2',
      '0x1',
      '00',
      '042',
      '١',
      'NaN',
      '9'.repeat(400),
      ['1', '2'],
      1,
    ];
    expect(others.filter((value) => rule.accepts(value))).toEqual([]);
  });
});

describe('the rule for an instant', () => {
  const rule = instant();

  it.each([
    ['2026-01-31T17:04:05Z', '2026-01-31T17:04:05.000Z'],
    ['2026-01-31T17:04:05.123Z', '2026-01-31T17:04:05.123Z'],
    ['2026-01-31T17:04Z', '2026-01-31T17:04:00.000Z'],
    ['2026-01-31T17:04:05+02:00', '2026-01-31T15:04:05.000Z'],
    ['2024-02-29T00:00:00-08:00', '2024-02-29T08:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('takes %s', (sent, expected) => {
    expect(rule.accepts(sent)).toBe(true);
    expect((rule.normalise!(sent) as Date).toISOString()).toBe(expected);
  });

  it.each([
    '2026-01-31',
    '2026-01-31T17:04:05',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-32T00:00:00Z',
    '2026-01-01T25:00:00Z',
    '2026-01-01T00:61:00Z',
    '2026-01-01T00:00:00+25:00',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+23:59',
    '9999-12-31T23:59:59-23:59',
    '31 Jan 2026 00:00:00 GMT',
    '1769878800',
    '',
  ])('refuses %j', (sent) => {
    expect(rule.accepts(sent)).toBe(false);
  });

  it.each(['2026-02-29T00:00:00Z', '2026-02-30T00:00:00Z', '2026-04-31T00:00:00Z'])(
    'refuses %s, a nonexistent date, instead of moving it to the next month',
    (sent) => {
      expect(rule.accepts(sent)).toBe(false);
    },
  );

  it('takes nothing but strings', () => {
    expect([1, new Date(), ['2026-01-31T17:04:05Z'], {}].some((value) => rule.accepts(value))).toBe(false);
  });
});

describe('the rules for several values', () => {
  it('a query parameter may be repeated, follows the rule, and becomes a list', () => {
    const rule = repeatable(oneOf(['a', 'b']));
    expect(rule.accepts('a') && rule.accepts(['a', 'b'])).toBe(true);
    expect(rule.accepts('c') || rule.accepts(['a', 'c'])).toBe(false);
    expect(rule.normalise!('a')).toEqual(['a']);
    expect(rule.normalise!(['a', 'b'])).toEqual(['a', 'b']);
  });

  it('a list of values has a minimum length, and each follows the rule', () => {
    const rule = valuesOf(oneOf(['a', 'b']), { min: 1 });
    expect(rule.accepts(['a', 'b', 'a'])).toBe(true);
    expect([[], 'a', { 0: 'a', length: 1 }, ['a', 'c'], ['a', null]].some((value) => rule.accepts(value))).toBe(false);
  });

  it('a list of objects has between min and max of them, and nothing but plain objects', () => {
    const rule = listOf(() => Nested, { min: 1, max: 2 });
    expect(rule.accepts([{}]) && rule.accepts([{}, {}])).toBe(true);
    const others = [[], [{}, {}, {}], {}, 'a', [null], [[]], ['a'], [new InexactNumber(1)], [{}, 1]];
    expect(others.filter((value) => rule.accepts(value))).toEqual([]);
  });

  it('an object is a plain one', () => {
    const rule = objectOf(() => Nested);
    expect(rule.accepts({}) && rule.accepts({ a: 1 })).toBe(true);
    const others = [[], 'a', 1, true, new InexactNumber(1), new Nested(), new Map(), Object.create(null), null];
    expect(others.filter((value) => rule.accepts(value))).toEqual([]);
  });

  it('states how many objects it expects', () => {
    expect(listOf(() => Nested, { min: 1, max: 1 }).expected).toBe('a list of exactly one object');
    expect(listOf(() => Nested, { min: 2, max: 2 }).expected).toBe('a list of exactly 2 objects');
    expect(listOf(() => Nested, { min: 1, max: 3 }).expected).toBe('a list of 1 to 3 objects');
  });
});

describe('helpers of rules', () => {
  it('emptyable changes what blank text means, in the rule and in its schema', () => {
    const rule = text({ max: 5, pattern: /^[a-z]+$/ });
    const { minLength, ...schema } = rule.schema;
    expect(minLength).toBe(1);
    expect(emptyable(rule)).toEqual({
      ...rule,
      schema: { ...schema, pattern: expect.stringMatching(/[|]\^\[a-z\]\+\$$/) as string },
      blankIsAbsent: true,
    });
    const blanks = new RegExp(emptyable(rule).schema.pattern!);
    expect(['', ' ', '\t\u3000', 'a'].filter((value) => blanks.test(value))).toHaveLength(4);
    expect([' a', 'A', '1'].filter((value) => blanks.test(value))).toEqual([]);
    expect(emptyable(text({ max: 5 })).schema).toEqual({ type: 'string', maxLength: 5 });
    expect(rule.blankIsAbsent).toBeUndefined();
  });

  it('a plain object has no custom prototype', () => {
    expect(isPlainObject({})).toBe(true);
    expect([null, undefined, [], 'a', new Date(), new InexactNumber(1)].some(isPlainObject)).toBe(false);
  });
});
