import type { Type } from '@nestjs/common';
import { DomainError } from '@payments/kernel';
import type { FieldError } from '@payments/kernel';
import { checksOf, fieldsOf } from './fields.js';
import type { Field } from './fields.js';

/**
 * Checks a parsed body or query against the fields of a class and answers an instance with the declared fields only,
 * in their stored form. What nobody named is dropped.
 * @throws DomainError with every field error, in the order of declaration, nested ones by path.
 */
export function validate<T extends object>(type: Type<T>, sent: Readonly<Record<string, unknown>>): T {
  const errors: FieldError[] = [];
  const value = read(type, sent, '', errors);
  const [first, ...others] = errors;
  if (first !== undefined) throw DomainError.ofFields([first, ...others]);
  return value as T;
}

function read(type: Type<object>, sent: Readonly<Record<string, unknown>>, path: string, errors: FieldError[]): object {
  const value = Object.create(type.prototype as object) as Record<string, unknown>;
  const found: { readonly position: number; readonly error: FieldError }[] = [];
  const fields = fieldsOf(type);
  fields.forEach((field, position) => {
    const own: FieldError[] = [];
    readField(field, { sent, path, value }, own);
    for (const error of own) found.push({ position, error });
  });
  for (const check of checksOf(type)) {
    for (const { field, ...rest } of check(sent)) {
      const position = fields.findIndex(({ name }) => name === field.split(/[.[]/, 1)[0]);
      found.push({ position, error: { ...rest, field: path + field } });
    }
  }
  found.sort((a, b) => a.position - b.position);
  errors.push(...found.map(({ error }) => error));
  return value;
}

interface Place {
  readonly sent: Readonly<Record<string, unknown>>;
  readonly path: string;
  readonly value: Record<string, unknown>;
}

function readField(field: Field, { sent, path, value }: Place, errors: FieldError[]): void {
  const { name, rule, required } = field;
  const given = Object.hasOwn(sent, name) ? sent[name] : undefined;
  const at = path + name;
  if (given === undefined || given === null || (rule.blankIsAbsent === true && isBlank(given))) {
    if (required) errors.push({ field: at, error_code: field.missing, message: `${name} is required` });
  } else if (!rule.accepts(given)) {
    errors.push({ field: at, error_code: field.invalid, message: `${name} must be ${rule.expected}` });
  } else if (rule.nested === undefined) {
    value[name] = rule.normalise === undefined ? given : rule.normalise(given);
  } else {
    value[name] = readNested(rule.nested, given, at, errors);
  }
}

function readNested(
  { type, list }: NonNullable<Field['rule']['nested']>,
  given: unknown,
  path: string,
  errors: FieldError[],
): unknown {
  if (!list) return read(type(), given as Record<string, unknown>, `${path}.`, errors);
  return (given as Record<string, unknown>[]).map((item, index) =>
    read(type(), item, `${path}[${index}].`, errors),
  );
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}
