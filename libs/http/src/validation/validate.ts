import type { Type } from '@nestjs/common';
import { DomainError } from '@payments/kernel';
import type { FieldError } from '@payments/kernel';
import { ordered } from './error-order.js';
import { checksOf, fieldsOf } from './fields.js';
import type { Field } from './fields.js';

/**
 * Checks a parsed body or query against the fields of a class and answers an instance with the declared fields only,
 * in their stored form. What nobody named is dropped.
 * @throws DomainError with every field error, in the order of declaration or of `ErrorOrder`, nested ones by path.
 */
export function validate<T extends object>(type: Type<T>, sent: Readonly<Record<string, unknown>>): T {
  const { value, errors } = read(type, sent, '');
  const [first, ...others] = errors;
  if (first !== undefined) throw DomainError.ofFields([first, ...others]);
  return value as T;
}

type Sent = Readonly<Record<string, unknown>>;

/** What was read, and what was wrong with it. */
interface Reading {
  readonly value: unknown;
  readonly errors: readonly FieldError[];
}

function read(type: Type<object>, sent: Sent, path: string): Reading {
  const value = Object.create(type.prototype as object) as Record<string, unknown>;
  const errors = new Map<string, FieldError[]>();
  for (const field of fieldsOf(type)) {
    const reading = readField(field, sent, path);
    if (reading.value !== undefined) value[field.name] = reading.value;
    errors.set(field.name, [...reading.errors]);
  }
  for (const error of checksOf(type).flatMap((check) => check(sent))) {
    const [root = ''] = error.field.split(/[.[]/, 1);
    errors.get(root)?.push({ ...error, field: path + error.field });
  }
  return { value, errors: ordered(type, [...errors.values()].flat(), path) };
}

function readField({ name, rule, required, missing, invalid }: Field, sent: Sent, path: string): Reading {
  const given = Object.hasOwn(sent, name) ? sent[name] : undefined;
  const refuse = (error_code: string, message: string): Reading => ({
    value: undefined,
    errors: [{ field: path + name, error_code, message }],
  });
  if (given === undefined || given === null || (rule.blankIsAbsent === true && isBlank(given))) {
    return required ? refuse(missing, `${name} is required`) : { value: undefined, errors: [] };
  }
  if (!rule.accepts(given)) return refuse(invalid, `${name} must be ${rule.expected}`);
  if (rule.nested !== undefined) return readNested(rule.nested, given, path + name);
  return { value: rule.normalise === undefined ? given : rule.normalise(given), errors: [] };
}

function readNested({ type, list }: NonNullable<Field['rule']['nested']>, given: unknown, path: string): Reading {
  if (!list) return read(type(), given as Sent, `${path}.`);
  const readings = (given as Sent[]).map((item, index) => read(type(), item, `${path}[${index}].`));
  return { value: readings.map(({ value }) => value), errors: readings.flatMap(({ errors }) => errors) };
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}
