import { types } from 'pg';

const TIMESTAMPTZ: number = types.builtins.TIMESTAMPTZ;
const parseAny = types.getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => Date;
const SHAPE = '0000-00-00 00:00:00';
const UTC = '+00';
const POINT = 46;
const ZERO = 48;

/**
 * How the driver parses values. For a list of a hundred rows, its own parsing of
 * timestamps, by regular expressions, costs the most; this one parses those in UTC at a fifth of the cost.
 */
export const typeParsers = {
  getTypeParser(oid: number, format: 'text' | 'binary' = 'text'): unknown {
    return oid === TIMESTAMPTZ && format === 'text' ? parseTimestamp : types.getTypeParser(oid, format);
  },
};

/** `2026-01-31 17:04:05.123456+00` as a Date, which has only milliseconds; other zones, eras and lengths too. */
export function parseTimestamp(text: string): Date {
  const zone = text.length - UTC.length;
  if (!text.endsWith(UTC) || !hasShape(text)) return parseAny(text);
  let milliseconds = 0;
  if (zone > SHAPE.length) {
    if (text.charCodeAt(SHAPE.length) !== POINT) return parseAny(text);
    const digit = (place: number) => (place < zone ? text.charCodeAt(place) - ZERO : 0);
    milliseconds = digit(20) * 100 + digit(21) * 10 + digit(22);
  }
  const year = pair(text, 0) * 100 + pair(text, 2);
  // Date.UTC maps years before 100 to the 1900s.
  if (year < 100) return parseAny(text);
  const [hour, minute, second] = [pair(text, 11), pair(text, 14), pair(text, 17)];
  return new Date(Date.UTC(year, pair(text, 5) - 1, pair(text, 8), hour, minute, second, milliseconds));
}

function hasShape(text: string): boolean {
  for (let place = 0; place < SHAPE.length; place++) {
    const code = text.charCodeAt(place);
    const expected = SHAPE.charCodeAt(place);
    if (expected === ZERO ? code < ZERO || code > ZERO + 9 : code !== expected) return false;
  }
  return true;
}

function pair(text: string, place: number): number {
  return (text.charCodeAt(place) - ZERO) * 10 + text.charCodeAt(place + 1) - ZERO;
}
