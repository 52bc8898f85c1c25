import fc from 'fast-check';
import { countOf, growthOfTime, MOST_LINEAR_GROWTH } from '@payments/testing';
import { InexactNumber, parseStrictJson, StrictJsonError } from './strict-json.js';

const LIMITS = { maxDepth: 16, maxKeys: 500 };
const BOUNDLESS = { maxDepth: 1_000, maxKeys: 1_000_000 };
const parse = (text: string, limits = LIMITS) => parseStrictJson(text, limits);
const refusal = (text: string, limits = LIMITS): string | undefined => {
  try {
    parse(text, limits);
    return undefined;
  } catch (error) {
    if (error instanceof StrictJsonError) return error.message;
    throw error;
  }
};

/** The value as JSON.parse gives it: numbers of any notation as numbers. */
function plain(value: unknown): unknown {
  if (value instanceof InexactNumber) return value.valueOf();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

const whole = fc.maxSafeInteger().map((value) => (value === 0 ? 0 : value));
const word = fc.string({ unit: 'binary', maxLength: 12 });
const key = fc.oneof(
  { weight: 20, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
  fc.constant('__proto__'),
);
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(whole, word, fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(key, tie('value'), { maxKeys: 5 }).map((object) => ({ ...object })),
  ),
}));

const SPACE = ['', ' ', '\n', '\t', '\r', ' \r\n\t '];
/** Writes a value with white space and escapes chosen by `seeds`. */
function write(value: unknown, seeds: readonly number[]): string {
  let turn = 0;
  const next = () => seeds[turn++ % seeds.length]!;
  const space = () => SPACE[next() % SPACE.length]!;
  const quoted = (text: string) =>
    `"${Array.from({ length: text.length }, (_, at) => {
      const hex = `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
      return next() % 3 === 0 ? hex : JSON.stringify(text[at]).slice(1, -1);
    }).join('')}"`;
  const list = (open: string, items: readonly string[], close: string) =>
    open + space() + items.map((item) => space() + item + space()).join(',') + close;
  const written = (inner: unknown): string => {
    if (typeof inner === 'string') return quoted(inner);
    if (Array.isArray(inner)) return list('[', inner.map(written), ']');
    if (typeof inner !== 'object' || inner === null) return JSON.stringify(inner);
    const pairs = Object.entries(inner).map(([name, each]) => `${quoted(name)}${space()}:${space()}${written(each)}`);
    return list('{', pairs, '}');
  };
  return space() + written(value) + space();
}

const seeds = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 40 });
const document = fc.record({ value: anyValue, seeds }).map(({ value, seeds: chosen }) => write(value, chosen));
const nest = (depth: number, [open, close]: readonly [string, string]) => open.repeat(depth) + close.repeat(depth);

describe('strict JSON, beside JSON.parse', () => {
  it('parses valid documents of plain integers and unique keys like JSON.parse', () => {
    fc.assert(
      fc.property(document, (text) => {
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: countOf(1_000) },
    );
  });

  it('refuses malformed documents exactly when JSON.parse does, besides its stricter rules', () => {
    const PIECES = [
      ...'{}[]",:\\/-+.eE0123456789tfn \u0000\u001f\u00a0\ufeff',
      'null',
      'tru',
      '\\u12',
      '\\x',
      '01',
      '""',
    ];
    const mutation = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      remove: fc.nat(3),
      insert: fc.oneof(fc.constant(''), fc.constantFrom(...PIECES)),
      truncate: fc.boolean(),
    });
    const ownRules = /^(an object has a duplicate key|more than 16 levels of nesting|more than 500 keys)$/;
    fc.assert(
      fc.property(document, fc.array(mutation, { minLength: 1, maxLength: 3 }), (original, mutations) => {
        const text = mutations.reduce((changed, { at, remove, insert, truncate }) => {
          const position = Math.floor(at * changed.length);
          return changed.slice(0, position) + insert + (truncate ? '' : changed.slice(position + remove));
        }, original);
        let expected: unknown;
        let valid = true;
        try {
          expected = JSON.parse(text);
        } catch {
          valid = false;
        }
        const refused = refusal(text);
        if (!valid) expect(refused).toBeDefined();
        else if (refused === undefined) expect(plain(parse(text))).toEqual(plain(expected));
        else expect(refused).toMatch(ownRules);
      }),
      { numRuns: countOf(3_000) },
    );
  });

  it.each([
    ['nothing', ''],
    ['white space alone', ' \n'],
    ['a trailing comma in a list', '[1,]'],
    ['a trailing comma in an object', '{"a":1,}'],
    ['a key without quotes', '{a:1}'],
    ['single quotes', "{'a':1}"],
    ['a comment', '{"a":1/**/}'],
    ['a leading zero', '01'],
    ['a leading plus', '+1'],
    ['a bare minus', '-'],
    ['a number that ends in a point', '1.'],
    ['a number that starts with a point', '.5'],
    ['an exponent without digits', '1e'],
    ['a hexadecimal number', '0x10'],
    ['NaN', 'NaN'],
    ['Infinity', '-Infinity'],
    ['undefined', 'undefined'],
    ['a word that only starts like a literal', 'nulls'],
    ['two documents', '{} {}'],
    ['a raw line break in text', '"a\nb"'],
    ['a raw NUL in text', '"a\u0000b"'],
    ['an unknown escape', '"\\a"'],
    ['an escape cut short', '"\\u12"'],
    ['text without its end', '"abc'],
    ['text that ends in a backslash', '"abc\\'],
    ['a no-break space as white space', '\u00a0{}'],
    ['a byte-order mark', '\ufeff{}'],
    ['a colon too many', '{"a"::1}'],
    ['a comma instead of a colon', '{"a",1}'],
    ['a value missing', '{"a":}'],
    ['a bracket of the wrong kind', '[1}'],
    ['an object that never ends', '{"a":1'],
  ])('refuses %s', (_, text) => {
    expect(() => JSON.parse(text) as unknown).toThrow();
    expect(refusal(text)).toBeDefined();
  });
});

describe('strict JSON, beyond JSON.parse', () => {
  it('refuses a key that stands twice in one object, however either is written', () => {
    fc.assert(
      fc.property(key, anyValue, seeds, (name, value, chosen) => {
        const once = write({ [name]: value }, chosen)
          .trim()
          .slice(1, -1);
        const twice = `{${once},"other\u2603":0,${JSON.stringify(name)}:1}`;
        expect(refusal(twice)).toBe('an object has a duplicate key');
        expect(refusal(`[${twice}]`)).toBe('an object has a duplicate key');
        expect(refusal(`{"outer":${twice}}`)).toBe('an object has a duplicate key');
      }),
    );
  });

  it('takes the same key in different objects', () => {
    expect(parse('{"a":{"a":1},"b":[{"a":1},{"a":2}]}')).toEqual({ a: { a: 1 }, b: [{ a: 1 }, { a: 2 }] });
  });

  it('does not treat an inherited property name as a duplicate key', () => {
    const text = '{"constructor":1,"toString":2,"hasOwnProperty":3,"valueOf":4}';
    expect(JSON.stringify(parse(text))).toBe(text);
  });

  it.each<[string, readonly [string, string]]>([
    ['lists', ['[', ']']],
    ['objects', ['{"a":', '}']],
  ])('takes 16 nested %s and refuses 17', (_, [open, close]) => {
    const fill = open === '[' ? '' : '0';
    const nested = (depth: number) => open.repeat(depth) + fill + close.repeat(depth);
    expect(refusal(nested(16))).toBeUndefined();
    expect(refusal(nested(17))).toBe('more than 16 levels of nesting');
  });

  it('counts depth by open nesting, not by closed containers', () => {
    expect(
      refusal(
        `[${Array(100)
          .fill(nest(15, ['[', ']']))
          .join(',')}]`,
      ),
    ).toBeUndefined();
  });

  it('takes 500 keys and refuses 501, counted over the whole document', () => {
    const flat = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":0`).join(',')}}`;
    const spread = (count: number) => `[${Array.from({ length: count }, () => '{"k":0}').join(',')}]`;
    expect(refusal(flat(500))).toBeUndefined();
    expect(refusal(flat(501))).toBe('more than 500 keys');
    expect(refusal(spread(500))).toBeUndefined();
    expect(refusal(spread(501))).toBe('more than 500 keys');
  });

  it('keeps a `__proto__` as a key that changes no prototype, at any depth or spelling', () => {
    for (const name of ['__proto__', '\\u005f_proto__', '__pr\\u006fto__']) {
      const read = parse(`{"a":{"${name}":{"polluted":true}},"${name}":{"polluted":true},"b":1}`) as object;
      expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
      expect('polluted' in read).toBe(false);
      expect(JSON.stringify(read)).toBe('{"a":{"__proto__":{"polluted":true}},"__proto__":{"polluted":true},"b":1}');
    }
    expect('polluted' in {}).toBe(false);
  });

  it('refuses a `__proto__` that stands twice like any other key', () => {
    expect(refusal('{"__proto__":1,"__proto__":2}')).toBe('an object has a duplicate key');
  });

  it('marks every number that is not written as a plain, exact integer', () => {
    const inexact = [
      '1.0',
      '100.0',
      '1e2',
      '1E2',
      '1e+2',
      '0.1',
      '-0',
      '-0.0',
      '0e0',
      '9007199254740993',
      '1e999',
      '-1.5',
    ];
    for (const text of inexact) {
      const read = parse(`[${text}]`) as unknown[];
      expect(read[0]).toBeInstanceOf(InexactNumber);
      expect(Object.is((read[0] as InexactNumber).valueOf(), JSON.parse(text))).toBe(true);
    }
  });

  it('reads plain integers as numbers, up to the largest that is exact', () => {
    for (const text of ['0', '1', '-1', '10000000000', '9007199254740991', '-9007199254740991']) {
      expect(parse(text)).toBe(Number(text));
    }
  });

  it('marks a number exactly when an integer would differ', () => {
    const literal = fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        fc.constantFrom('', '.0', '.5', 'e0', 'E+1', '.5e-3'),
      )
      .map(([sign, digits, rest]) => `${sign}${digits}${rest}`);
    fc.assert(
      fc.property(literal, (text) => {
        const exact = /^(0|-?[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text));
        expect(parse(text) instanceof InexactNumber).toBe(!exact);
      }),
    );
  });

  it('passes lone surrogates and escaped control characters to the field rules', () => {
    expect(parse('"\\ud800"')).toBe('\ud800');
    expect(parse('"a\\u0000b"')).toBe('a\u0000b');
    expect(parse('"\\ud83d\\ude00"')).toBe('\u{1f600}');
    expect(parse('"\\"\\\\\\/\\b\\f\\n\\r\\t"')).toBe('"\\/\b\f\n\r\t');
  });

  it('never repeats content of a rejected document', () => {
    for (const text of [
      '{"ssn":"123-45-6789"',
      '{"ssn":123-45}',
      '["123-45-6789","',
      '{"123-45-6789":1,"123-45-6789":2}',
    ]) {
      expect(refusal(text)).not.toMatch(/123|ssn|45/);
    }
  });

  it.each<[string, (size: number) => string]>([
    ['plain text', (size) => `"${'a'.repeat(size)}"`],
    ['text full of escapes', (size) => `"${'\\n'.repeat(size)}"`],
    ['text that never ends', (size) => `"${'a'.repeat(size)}`],
    ['escaped text that never ends', (size) => `"\\n${'a\\n'.repeat(size)}`],
    ['white space', (size) => ' '.repeat(size)],
    ['white space around marks', (size) => `[${`1${' '.repeat(size / 400)},`.repeat(400)}1]`],
    ['open brackets', (size) => '['.repeat(size)],
    ['digits', (size) => '9'.repeat(size)],
    ['digits after a point that never end well', (size) => `0.${'1'.repeat(size)}x`],
    ['a long list', (size) => `[${'1,'.repeat(size)}1]`],
    ['a long list of text with an escape each', (size) => `[${'"\\t",'.repeat(size / 4)}1]`],
    ['keys', (size) => `{${Array.from({ length: size / 10 }, (_, i) => `"${i}":1`).join(',')}}`],
  ])('reads or refuses %s in time proportional to its length', (_, textOf) => {
    const read = (text: string) => refusal(text, { ...BOUNDLESS, maxDepth: 16 });
    expect(growthOfTime(textOf, 40_000, read)).toBeLessThan(MOST_LINEAR_GROWTH);
  });
});
