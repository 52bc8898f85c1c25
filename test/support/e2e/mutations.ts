import fc from 'fast-check';
import type { Body } from './bodies.js';

/** A literal that is written into the JSON text as it stands, because no value is written like it. */
interface Literal {
  readonly literal: string;
}

type Path = readonly (string | number)[];

/** A change of the body as a value. `place` chooses among the existing places. */
interface ValueEdit {
  readonly edit: 'replace' | 'remove' | 'add' | 'wrap' | 'spoil';
  readonly place: number;
  readonly value: unknown;
  readonly text: string;
}

/** A change of the body as bytes. */
interface TextEdit {
  readonly edit: 'cut' | 'flip' | 'insert' | 'double a key' | 'byte-order mark';
  readonly place: number;
  readonly bit: number;
  readonly text: string;
}

/** What is done to a valid request before it is sent. */
export interface Mutation {
  readonly valueEdits: readonly ValueEdit[];
  readonly textEdits: readonly TextEdit[];
  readonly headers: Readonly<Record<string, string>>;
  readonly query: string;
  /** Replaces the id in the path, where there is one. */
  readonly pathId: string | undefined;
}

const UNPRINTABLE = ['\u0000', '\u001b[31m', '\u202edlrow', '\u2066', '\ud800', '\udfff', '\ufeff', '\u2028', '\u0085'];
const TELLING_TEXTS = [
  ...[
    '',
    ' ',
    '\t\n',
    "' OR 1=1 --",
    '${7*7}',
    '<script>',
    '../../etc/passwd',
    'null',
    'true',
    '0',
    '-1',
    '1e309',
    'NaN',
  ],
  ...['{}', '[]', '"', '\\', '\\u0000', '%00', '%s%n', 'é', 'e\u0301', 'İ', 'ß', '１２３', '𝟘', '👩‍👩‍👧‍👦', 'ﬃ', '\u00a0'],
  ...['2023-02-29', '9999-12-31', '-000001-01-01', '0000-00-00', 'http://[::1', 'https://a:b@c', 'http://127.0.0.1/'],
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty'],
  ...UNPRINTABLE,
];
const TELLING_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'then', 'length', '', '\u0000', 'metadata'];
const NUMBERS = [
  '1.0',
  '1e2',
  '-0',
  '1e999',
  '-1e999',
  '9007199254740993',
  '99999999999999999999',
  '0.1',
  '1E400',
  '-1',
];
const BROKEN_NUMBERS = ['01', '+1', '.5', '1.', '0x10', 'NaN', 'Infinity', '1_000'];

const literal = (texts: readonly string[]): fc.Arbitrary<Literal> =>
  fc.constantFrom(...texts).map((text) => ({ literal: text }));
// UTF-16 units one by one, so that halves of surrogate pairs come too.
const units = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
const longText = fc
  .record({ unit: fc.constantFrom('a', '1', ' ', 'é', '👍', '\u0000'), times: fc.constantFrom(51, 256, 2_049, 9_000) })
  .map(({ unit, times }) => unit.repeat(times));
const tooLong = fc.constant('x').map((unit) => unit.repeat(70_000));
const nested = fc
  .record({ list: fc.boolean(), depth: fc.constantFrom(2, 15, 16, 17, 40, 3_000) })
  .map(({ list, depth }) => ({
    literal: list ? '['.repeat(depth) + ']'.repeat(depth) : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
  }));
const poisoned = fc.constantFrom(
  { literal: '{"__proto__":{"polluted":true}}' },
  { literal: '{"constructor":{"prototype":{"polluted":true}}}' },
  { literal: '{"toString":1,"valueOf":2,"toJSON":3}' },
  { literal: '{"then":"x","length":-1}' },
);
const manyKeys = fc
  .constantFrom(6, 499, 501)
  .map((count) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index])));
const longList = fc.constantFrom(2, 21, 1_000).map((length) => Array.from({ length }, (_, index) => index));

const text = fc.oneof(
  fc.constantFrom(...TELLING_TEXTS),
  fc.string({ unit: units, maxLength: 30 }),
  fc.string(),
  longText,
);
const garbage: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: fc.constantFrom(null, true, false, [], {}, [null], [[]], [{}], 0, 1, 42), weight: 4 },
  { arbitrary: text, weight: 6 },
  { arbitrary: fc.maxSafeInteger(), weight: 1 },
  { arbitrary: literal(NUMBERS), weight: 2 },
  { arbitrary: literal(BROKEN_NUMBERS), weight: 1 },
  { arbitrary: fc.oneof(nested, poisoned, manyKeys, longList, tooLong), weight: 2 },
  { arbitrary: fc.jsonValue({ maxDepth: 4 }), weight: 2 },
);

const valueEdit: fc.Arbitrary<ValueEdit> = fc.record({
  edit: fc.constantFrom('replace', 'replace', 'replace', 'spoil', 'spoil', 'remove', 'add', 'wrap'),
  place: fc.nat(),
  value: garbage,
  text: fc.oneof(fc.constantFrom(...TELLING_NAMES, ...UNPRINTABLE), text),
});

const textEdit: fc.Arbitrary<TextEdit> = fc.record({
  edit: fc.constantFrom('cut', 'flip', 'flip', 'insert', 'double a key', 'byte-order mark'),
  place: fc.nat(),
  bit: fc.nat({ max: 7 }),
  text: fc.oneof(fc.constantFrom(',', '}', '{', '"', '\\u0000', '\\ud800', '\\x', '/*', '\u0000', ':null'), text),
});

const otherHeaders = fc.constantFrom<Record<string, string>>(
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=latin1' },
  { 'content-type': 'application/json; charset=UTF-8' },
  { 'content-type': 'application/json;;;' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': '' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'identity' },
  { 'service-version': 'v1' },
  { 'x-api-key': 'psk_sandbox_nonsense' },
  { 'x-request-id': 'not valid; at all' },
  { 'idempotency-key': 'a key' },
);

/** Percent-encodes what may not stand in a URL, half of a surrogate pair included. */
const inUrl = (word: string) => encodeURIComponent(word.replace(/\p{Cs}/gu, '?'));
const names = fc.constantFrom(
  'size',
  'index',
  'after',
  'status',
  'start_time',
  'end_time',
  'transfer_reference_id',
  '__proto__',
  'a[b]',
);
const rawParts = fc.constantFrom('%', '%zz', '%ff', '%00', '&&==', '?', '#', 'a=1&a=2', 'size=1&size=2', '[]=1', '+');

/** A query string, with its question mark, or nothing. */
export const query: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      rawParts,
      fc.tuple(names, fc.oneof(text, fc.constantFrom(...NUMBERS))).map(([name, value]) => `${name}=${inUrl(value)}`),
    ),
    {
      maxLength: 4,
    },
  )
  .map((parts) => (parts.length === 0 ? '' : `?${parts.join('&')}`.slice(0, 8_000)));

/** Something in the place of an id. */
export const pathId: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '%',
    '%zz',
    '%ff',
    '%00',
    '%2F',
    '..%2f..',
    '.',
    '*',
    ':id',
    '-',
    'x'.repeat(499),
    'x'.repeat(501),
    '%F0%9F%91%8D',
  ),
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
  text.filter((word) => word !== '').map((word) => inUrl(word).slice(0, 1_000)),
);

/** Mutations of a request, most of them of its body. */
export const mutation: fc.Arbitrary<Mutation> = fc.record({
  valueEdits: fc.array(valueEdit, { maxLength: 3 }),
  textEdits: fc.oneof(
    { arbitrary: fc.constant([]), weight: 3 },
    { arbitrary: fc.array(textEdit, { maxLength: 2 }), weight: 1 },
  ),
  headers: fc.oneof({ arbitrary: fc.constant({}), weight: 6 }, { arbitrary: otherHeaders, weight: 1 }),
  query: fc.oneof({ arbitrary: fc.constant(''), weight: 5 }, { arbitrary: query, weight: 1 }),
  pathId: fc.oneof({ arbitrary: fc.constant(undefined), weight: 5 }, { arbitrary: pathId, weight: 1 }),
});

/** The bytes of the body after the edits. */
export function mutatedBytes(body: Body, { valueEdits, textEdits }: Mutation): Buffer {
  const value = valueEdits.reduce<unknown>(applyToValue, body);
  return textEdits.reduce(applyToText, Buffer.from(written(value)));
}

function applyToValue(body: unknown, { edit, place, value, text: added }: ValueEdit): unknown {
  const places = placesOf(body);
  const path = places[place % places.length] ?? [];
  switch (edit) {
    case 'replace':
      return changed(body, path, () => value);
    case 'remove':
      return path.length === 0 ? body : changed(body, path, () => undefined);
    case 'add':
      return changed(body, path, (old) => (isRecord(old) ? { ...old, ...own(added, value) } : [old, value]));
    case 'wrap':
      return changed(body, path, (old) => (place % 2 === 0 ? [old] : own(added, old)));
    case 'spoil':
      return changed(body, path, (old) => (typeof old === 'string' ? spoilt(old, added, place) : value));
  }
}

function spoilt(old: string, added: string, place: number): string {
  const at = place % (old.length + 1);
  return old.slice(0, at) + added + old.slice(at);
}

function applyToText(bytes: Buffer, { edit, place, bit, text: added }: TextEdit): Buffer {
  if (bytes.length === 0) return bytes;
  const at = place % bytes.length;
  switch (edit) {
    case 'cut':
      return bytes.subarray(0, at);
    case 'flip': {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << bit), at);
      return flipped;
    }
    case 'insert':
      return Buffer.concat([bytes.subarray(0, at), Buffer.from(added), bytes.subarray(at)]);
    case 'double a key': {
      const json = bytes.toString();
      const [pair] = /"[^"\\]+":("[^"\\]*"|\d+)/.exec(json.slice(at)) ?? [];
      return pair === undefined ? bytes : Buffer.from(json.replace(pair, `${pair},${pair}`));
    }
    case 'byte-order mark':
      return Buffer.concat([Buffer.from('\ufeff'), bytes]);
  }
}

/** The paths of the value and of everything in it. */
function placesOf(value: unknown, path: Path = []): Path[] {
  const inner = isRecord(value) ? Object.entries(value) : Array.isArray(value) ? [...value.entries()] : [];
  return [path, ...inner.flatMap(([key, item]) => placesOf(item, [...path, key]))];
}

/** A copy with the value at the path changed; `undefined` takes it out. */
function changed(value: unknown, [key, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => (index === key ? kept(changed(item, rest, change)) : [item]));
  }
  // Not a spread: a key that is called __proto__ must stay one.
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([name, item]) =>
      name === key ? kept(changed(item, rest, change)).map((one) => [name, one]) : [[name, item]],
    ) as [string, unknown][],
  );
}

function kept(value: unknown): unknown[] {
  return value === undefined ? [] : [value];
}

function own(name: string, value: unknown): object {
  return Object.fromEntries([[name, value]]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLiteral(value);
}

function isLiteral(value: unknown): value is Literal {
  return typeof value === 'object' && value !== null && Object.keys(value).join() === 'literal';
}

function written(value: unknown): string {
  if (isLiteral(value)) return value.literal;
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value ?? null);
  const pairs = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}:${written(item)}`);
  return `{${pairs.join(',')}}`;
}
