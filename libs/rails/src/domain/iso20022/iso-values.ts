import { dateOfDay, dayNumber, newYorkDate, newYorkInstant, newYorkTime, type WallTime } from '@payments/kernel';
import type { IsoRule } from './iso-rules.table.js';
import type { XmlElement } from './xml-element.js';

/** How a value stands in an element. */
export interface ValueType<T> {
  readonly rule: IsoRule;
  /** What a reader and a writer expect, for a person. */
  readonly expected: string;
  /** Undefined when the element holds no such value. */
  read(element: XmlElement): T | undefined;
  /** Undefined when the value does not fit. */
  write(value: T): XmlContent | undefined;
}

interface XmlContent {
  readonly text: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

const PRINTABLE = /^[\x20-\x7e]*$/;

/** The text of an element without children. */
const textOf = ({ text, children }: XmlElement) => (children.length > 0 ? undefined : text.trim());

const parsed = <T>(element: XmlElement, parse: (text: string) => T | undefined): T | undefined => {
  const text = textOf(element);
  return text === undefined ? undefined : parse(text);
};

/** At most so many characters; written in printable ASCII, as the networks demand. */
export const text = (max: number): ValueType<string> => {
  const fits = (value: string) => (value !== '' && [...value].length <= max ? value : undefined);
  return {
    rule: 'element_text',
    expected: `1 to ${max} characters`,
    read: (element) => parsed(element, fits),
    write: (value) => (fits(value) === value.trim() && PRINTABLE.test(value) ? { text: value } : undefined),
  };
};

/** A text of a form. */
export const pattern = (form: RegExp, expected: string): ValueType<string> => {
  const fits = (value: string) => (form.test(value) ? value : undefined);
  return {
    ...{ rule: 'element_code', expected },
    read: (element) => parsed(element, fits),
    write: (value) => (fits(value) === undefined ? undefined : { text: value }),
  };
};

/** A code of an external list of ISO, which grows. */
export const code = pattern(/^[A-Z0-9]{1,4}$/, '1 to 4 capital letters or digits');

export const oneOf = (...codes: readonly string[]): ValueType<string> =>
  pattern(new RegExp(`^(${codes.join('|')})$`), codes.join(' or '));

/** A UUID of version 4, as the schemas demand. Banks may write it in capitals. */
export const uetr: ValueType<string> = {
  ...{ rule: 'element_code', expected: 'a UUID of version 4' },
  read: (element) => parsed(element, (each) => uuid4(each.toLowerCase())),
  write: (value) => (uuid4(value) === undefined ? undefined : { text: value }),
};

const uuid4 = (value: string) =>
  /^[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/.test(value) ? value : undefined;

/** A number of things. */
export const count: ValueType<number> = {
  ...{ rule: 'element_code', expected: '1 to 15 digits' },
  read: (element) => parsed(element, (each) => (/^\d{1,15}$/.test(each) ? Number(each) : undefined)),
  write: (value) => (Number.isSafeInteger(value) && value >= 0 && value < 1e15 ? { text: String(value) } : undefined),
};

const DECIMAL = /^0*(\d{1,13})(?:\.(\d{1,5}))?$/;
const TOO_MUCH = 10n ** 15n;

function centsOf(decimal: string): bigint | undefined {
  const [, whole, fraction = ''] = DECIMAL.exec(decimal) ?? [];
  if (whole === undefined || !/^0*$/.test(fraction.slice(2))) return undefined;
  return BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0'));
}

function decimalOf(cents: bigint): string | undefined {
  if (cents < 0n || cents >= TOO_MUCH) return undefined;
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

/** US dollars, in cents. */
export const amount: ValueType<bigint> = {
  ...{ rule: 'element_amount', expected: 'an amount in USD with at most 13 digits and two decimals' },
  read: (element) => (element.attributes.Ccy === 'USD' ? parsed(element, centsOf) : undefined),
  write: (value) => contentOf(decimalOf(value), { Ccy: 'USD' }),
};

/** A control sum, in cents. */
export const decimal: ValueType<bigint> = {
  ...{ rule: 'element_amount', expected: 'a number with at most 13 digits and two decimals' },
  read: (element) => parsed(element, centsOf),
  write: (value) => contentOf(decimalOf(value)),
};

const contentOf = (written: string | undefined, attributes = {}) =>
  written === undefined ? undefined : { text: written, attributes };

/** A calendar day, 'YYYY-MM-DD'. A time zone is accepted and has no meaning. */
export const date: ValueType<string> = {
  ...{ rule: 'element_date', expected: 'a date as YYYY-MM-DD' },
  read: (element) => parsed(element, (each) => calendarDay(each.replace(/(Z|[+-]\d{2}:\d{2})$/, ''))),
  write: (value) => contentOf(calendarDay(value)),
};

export function calendarDay(day: string): string | undefined {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return undefined;
  // Date.parse turns February 30 into March 1 or 2.
  return dateOfDay(dayNumber(day)) === day ? day : undefined;
}

const TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/;

/** An instant. Without a zone it is what clocks in New York show. */
function instantOf(written: string): Date | undefined {
  const [, day = '', hours, minutes, seconds, fraction = '', zone] = TIME.exec(written) ?? [];
  if (calendarDay(day) === undefined) return undefined;
  const millis = Number(fraction.padEnd(3, '0').slice(0, 3));
  if (zone !== undefined) {
    return new Date(Date.parse(`${day}T${hours}:${minutes}:${seconds}${zone}`) + millis);
  }
  const minute = newYorkInstant(day, `${hours}:${minutes}` as WallTime);
  return new Date(minute.getTime() + Number(seconds) * 1_000 + millis);
}

function localTime(at: Date): string {
  const seconds = String(at.getUTCSeconds()).padStart(2, '0');
  return `${newYorkDate(at)}T${newYorkTime(at)}:${seconds}`;
}

function offsetOf(at: Date): string {
  const shown = Date.parse(`${localTime(at)}Z`);
  const hours = Math.round((at.getTime() - shown) / 3_600_000);
  return `-0${hours}:00`;
}

const time = (write: (at: Date) => string): ValueType<Date> => ({
  ...{ rule: 'element_date', expected: 'a date and time as YYYY-MM-DDThh:mm:ss' },
  read: (element) => parsed(element, instantOf),
  write: (value) => (Number.isNaN(value.getTime()) ? undefined : { text: write(value) }),
});

/** An instant, written with the offset of New York. */
export const dateTime = time((at) => localTime(at) + offsetOf(at));

const MIDNIGHT = /^(\d{4}-\d{2}-\d{2})T00:00:00(?:\.0+)?(?:Z|[+-]\d{2}:\d{2})?$/;

/** The day of an instant in New York. Midnight anywhere stands for the day that is written. */
export const dayOfTime: ValueType<string> = {
  ...dateTime,
  read(element) {
    const at = dateTime.read(element);
    return at && (parsed(element, (each) => MIDNIGHT.exec(each)?.[1]) ?? newYorkDate(at));
  },
  write: (value) => date.write(value),
};

/** An instant, written as clocks in New York show it. */
export const localDateTime = time(localTime);
