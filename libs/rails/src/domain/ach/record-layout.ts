import { AchFormatError } from './ach-diagnostic.js';
import type { AchRule } from './ach-rules.table.js';

/** Bytes of a record. */
export const RECORD_LENGTH = 94;

const BLANK = 0x20;
const ZERO = 0x30;
const NINE = 0x39;
const TILDE = 0x7e;
const LATIN_1 = 0x80;

/**
 * `number`: digits that are counted or added up · `digits`: digits that identify, kept with their zeros · `text`:
 * left-justified, filled with blanks · `constant`: the same in every record · `reserved`: written blank, not read.
 */
type FieldKind = 'number' | 'digits' | 'text' | 'constant' | 'reserved';

interface FieldSpec {
  readonly kind: FieldKind;
  /** The first and the last column, from 1. */
  readonly from: number;
  readonly to: number;
  readonly value?: string;
  readonly mayBeBlank?: true;
  readonly rule?: AchRule;
  readonly mayBeRejected?: true;
}

type Fields = Readonly<Record<string, FieldSpec>>;

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly from: number;
  readonly to: number;
  /** Of a constant. */
  readonly value: string;
  readonly mayBeBlank: boolean;
  /** A bank may have written its mark of a reject over the digits. */
  readonly mayBeRejected: boolean;
  /** What other content than the kind's breaks. */
  readonly rule: AchRule;
}

/** What a record of these fields holds: constants and reserved columns are left out. */
export type ValuesOf<F extends Fields> = {
  readonly [N in keyof F as F[N]['kind'] extends 'constant' | 'reserved' ? never : N]: F[N]['kind'] extends 'number'
    ? number
    : string;
};

export type RecordValues<L> = L extends RecordLayout<infer F> ? ValuesOf<F> : never;

export interface Mismatch {
  readonly expected: string;
  readonly found: string;
}

/** Receives what is wrong with a field. `found` never contains an account number or a name. */
export interface FaultSink {
  /** @returns whether the record counts all the same. */
  fault(field: Field, rule: AchRule, mismatch: Mismatch): boolean;
}

const RULE_OF_KIND: Readonly<Record<FieldKind, AchRule>> = {
  ...{ number: 'digits', digits: 'digits', text: 'character', constant: 'constant', reserved: 'constant' },
};

export const constant = (from: number, value: string) =>
  ({ kind: 'constant', from, to: from + value.length - 1, value }) as const;
export const number = (from: number, to: number) => ({ kind: 'number', from, to }) as const;
export const digits = (from: number, to: number) => ({ kind: 'digits', from, to }) as const;
export const digitsOrBlank = (from: number, to: number) => ({ kind: 'digits', from, to, mayBeBlank: true }) as const;
/** A field that breaks a rule of its own, so that less than the file may stop: the record is read without it. */
export const ofRule = <F extends FieldSpec>(field: F, rule: AchRule) => ({ ...field, rule });
export const text = (from: number, to: number) => ({ kind: 'text', from, to }) as const;
export const reserved = (from: number, to: number) => ({ kind: 'reserved', from, to }) as const;

/** Digits over which a bank may write its mark of a reject, `REJ0` and a code of its own. */
export const rejectable = (from: number, to: number) => ({ ...digits(from, to), mayBeRejected: true }) as const;
/** The mark, and the sequence of a trace number after it. */
const REJECTED = /^REJ0[0-9]{4}([0-9]{7})?$/;

type Draft = Record<string, string | number>;

/** One record type: its fields, and how they are read from bytes and written to them. */
export class RecordLayout<F extends Fields = Fields> {
  readonly fields: readonly Field[];
  /** The fields by name, for reporting a fault. */
  readonly field: { readonly [N in keyof F]: Field };
  private readonly empty: Draft;

  constructor(
    readonly name: string,
    fields: F,
  ) {
    // All of one shape: the loops below run for every field of every record.
    this.fields = Object.entries(fields).map(
      ([field, { kind, from, to, value = '', rule = RULE_OF_KIND[kind], ...may }]) => {
        const { mayBeBlank = false, mayBeRejected = false } = may;
        return { name: field, kind, from, to, value, mayBeBlank, mayBeRejected, rule };
      },
    );
    this.field = Object.fromEntries(this.fields.map((field) => [field.name, field])) as { [N in keyof F]: Field };
    const held = this.fields.filter(({ kind }) => kind !== 'constant' && kind !== 'reserved');
    this.empty = Object.fromEntries(held.map((field) => [field.name, field.kind === 'number' ? 0 : '']));
  }

  /** The values of the record that begins at `start`; undefined when a field is broken, which `faults` receives. */
  read(bytes: Buffer, start: number, faults: FaultSink): ValuesOf<F> | undefined {
    // One string for the record and slices of it: that costs less than a call into the runtime for each field.
    const line = bytes.toString('latin1', start, start + RECORD_LENGTH);
    // A copy gives all records of a type one hidden class; adding the fields one by one would not.
    const values: Draft = { ...this.empty };
    let isSound = true;
    for (const field of this.fields) {
      if (field.kind === 'reserved') continue;
      const value = readField(field, line);
      if (value === undefined) {
        if (!isTolerated(field, line, faults)) isSound = false;
        else if (field.kind === 'text') values[field.name] = printable(line.slice(field.from - 1, field.to));
      } else if (field.kind !== 'constant') values[field.name] = value;
    }
    return isSound ? (values as ValuesOf<F>) : undefined;
  }

  /** Writes a record at `start`. @throws AchFormatError when a value does not fit; nothing is ever cut. */
  write(values: ValuesOf<F>, bytes: Buffer, start: number): void {
    bytes.fill(BLANK, start, start + RECORD_LENGTH);
    const target = { bytes, start: start - 1 };
    for (const field of this.fields) {
      if (field.kind === 'reserved') continue;
      const value = field.kind === 'constant' ? field.value : (values as Draft)[field.name]!;
      if (!writeField(field, value, target)) throw new AchFormatError(this.name, field.name, expectationOf(field));
    }
  }
}

function readField(field: Field, line: string): string | number | undefined {
  switch (field.kind) {
    case 'number':
      return readNumber(field, line);
    case 'digits':
      return readDigits(field, line);
    case 'text':
      return readText(field, line);
    case 'constant':
      return line.startsWith(field.value, field.from - 1) ? field.value : undefined;
    case 'reserved':
      return '';
  }
}

function readNumber({ from, to }: Field, line: string): number | undefined {
  // At most 12 digits in any layout, far below 2^53.
  let value = 0;
  for (let at = from - 1; at < to; at++) {
    const code = line.charCodeAt(at);
    if (code < ZERO || code > NINE) return undefined;
    value = value * 10 + code - ZERO;
  }
  return value;
}

function readDigits({ from, to, mayBeBlank, mayBeRejected }: Field, line: string): string | undefined {
  for (let at = from - 1; at < to; at++) {
    const code = line.charCodeAt(at);
    if (code >= ZERO && code <= NINE) continue;
    if (mayBeRejected && REJECTED.test(line.slice(from - 1, to))) break;
    return mayBeBlank && isBlank(line, from, to) ? '' : undefined;
  }
  return line.slice(from - 1, to);
}

function readText({ from, to }: Field, line: string): string | undefined {
  let end = from - 1;
  for (let at = end; at < to; at++) {
    const code = line.charCodeAt(at);
    if (code < BLANK || (code > TILDE && code < LATIN_1)) return undefined;
    if (code !== BLANK) end = at + 1;
  }
  return line.slice(from - 1, end);
}

const isBlank = (line: string, from: number, to: number) => line.slice(from - 1, to).trimEnd() === '';

function isTolerated(field: Field, line: string, faults: FaultSink): boolean {
  const found = line.slice(field.from - 1, field.to);
  return faults.fault(field, field.rule, { expected: expectationOf(field), found: shapeOf(found) });
}

const printable = (found: string) => found.replace(/[\x00-\x1f\x7f]/g, ' ').trimEnd();

/** A text without its values: each letter as A, each digit as 9, each blank as _, anything else as ?. */
export function shapeOf(found: string): string {
  if (found.trim() === '') return 'blank';
  return found.replace(/[^]/g, (each) =>
    /[A-Za-z]/.test(each) ? 'A' : /\d/.test(each) ? '9' : each === ' ' ? '_' : '?',
  );
}

function expectationOf({ kind, from, to, value, mayBeBlank }: Field): string {
  if (kind === 'constant') return `"${value}"`;
  if (kind === 'text') return 'printable characters, at most as many as the columns';
  return `${to - from + 1} digits${mayBeBlank ? ', or blank' : ''}`;
}

/** The bytes of a file and the offset before its current record, so that adding a column gives a place. */
interface Target {
  readonly bytes: Buffer;
  readonly start: number;
}

function writeField(field: Field, value: string | number, target: Target): boolean {
  if (typeof value === 'number') return field.kind === 'number' && writeNumber(field, value, target);
  if (field.kind === 'digits') return writeDigits(field, value, target);
  return field.kind !== 'number' && writeText(field, value, target);
}

function writeNumber({ from, to }: Field, value: number, { bytes, start }: Target): boolean {
  if (!Number.isSafeInteger(value) || value < 0) return false;
  let rest = value;
  for (let column = to; column >= from; column--) {
    bytes[start + column] = ZERO + (rest % 10);
    rest = Math.floor(rest / 10);
  }
  return rest === 0;
}

function writeDigits({ from, to, mayBeBlank }: Field, value: string, { bytes, start }: Target): boolean {
  if (value === '' && mayBeBlank) return true;
  if (value.length !== to - from + 1) return false;
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code < ZERO || code > NINE) return false;
    bytes[start + from + at] = code;
  }
  return true;
}

function writeText({ from, to }: Field, value: string, { bytes, start }: Target): boolean {
  if (value.length > to - from + 1) return false;
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code < BLANK || code > TILDE) return false;
    bytes[start + from + at] = code;
  }
  return true;
}
