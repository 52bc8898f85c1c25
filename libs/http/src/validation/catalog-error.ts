import type { Type } from '@nestjs/common';
import { DomainError } from '@payments/kernel';
import type { FieldError } from '@payments/kernel';
import type { ValidationError } from 'class-validator';
import { ordered } from './error-order.js';
import type { Field } from './field.js';
import { checksOf, fieldsOf } from './fields.js';
import { sentFor } from './stored-form.js';

/** class-validator's findings as catalog errors: every field error, in declared order, nested ones by path. */
export function catalogError(instance: object, errors: readonly ValidationError[]): DomainError {
  const [first, ...others] = errorsWithin(instance, errors, '');
  if (first === undefined) throw new Error(`no field of ${instance.constructor.name} explains its validation errors`);
  return DomainError.ofFields([first, ...others]);
}

function errorsWithin(instance: object, errors: readonly ValidationError[], path: string): readonly FieldError[] {
  const type = instance.constructor as Type<object>;
  const found = new Map(errors.map((error) => [error.property, error]));
  const crossed = checksOf(type).flatMap((check) => check(sentFor(instance)));
  const listed = fieldsOf(type).flatMap((field) => [
    ...errorsOf(field, found.get(field.name), path),
    ...crossed
      .filter((error) => rootOf(error) === field.name)
      .map((error) => ({ ...error, field: path + error.field })),
  ]);
  return ordered(type, listed, path);
}

function errorsOf({ name, rule }: Field, error: ValidationError | undefined, path: string): readonly FieldError[] {
  if (error === undefined) return [];
  const field = path + name;
  const [error_code] = Object.values(error.constraints ?? {});
  if (error_code !== undefined) {
    const message = error.value === undefined ? `${name} is required` : `${name} must be ${rule.expected}`;
    return [{ field, error_code, message }];
  }
  const { children = [] } = error;
  if (rule.nested?.list !== true) return errorsWithin(error.value as object, children, `${field}.`);
  return children.flatMap((item) =>
    errorsWithin(item.value as object, item.children ?? [], `${field}[${item.property}].`),
  );
}

function rootOf({ field }: FieldError): string {
  return field.split(/[.[]/, 1)[0] ?? '';
}
