import type { Type } from '@nestjs/common';
import type { FieldError } from '@payments/kernel';
import { Expose, Transform, Type as TypeOf } from 'class-transformer';
import { registerDecorator, ValidateNested } from 'class-validator';
import type { ValidationArguments } from 'class-validator';
import { optionalParameter, optionalProperty, requiredProperty } from './api-property.js';
import type { Binding, CrossCheck, Field, Sent } from './field.js';
import type { Rule } from './rule.js';
import { ownField, REFUSED, sentFor, storedForm } from './stored-form.js';
import { constraintsOf } from './validation-metadata.js';

const FIELD = 'field';
const CROSS_CHECK = 'crossCheck';
const ALTERNATIVES = new Map<object, readonly string[]>();
let crossChecks = 0;

/** A required field: absent or null is `missing_<field>`, breaking the rule `invalid_<field>`. */
export function Required(rule: Rule, binding: Binding = {}): PropertyDecorator {
  return declare(rule, true, binding);
}

/** An optional field; null counts as absent. */
export function Optional(rule: Rule, binding: Binding = {}): PropertyDecorator {
  return declare(rule, false, binding);
}

/** A rule over several fields, checked after the single ones. Paths are relative to the object. */
export function AlsoCheck(check: CrossCheck): ClassDecorator {
  return (type) =>
    registerDecorator({
      name: CROSS_CHECK,
      target: type,
      // The library knows constraints of properties only; no field has such a name.
      propertyName: `#${++crossChecks}`,
      constraints: [check],
      validator: { validate: (_, arguments_) => check(sentFor(arguments_!.object)).length === 0 },
    });
}

/** At least one of the optional fields is required. The error is reported at the first; the schema says the same. */
export function AtLeastOneOf(names: readonly [string, ...string[]], error: Omit<FieldError, 'field'>): ClassDecorator {
  return (type) => {
    ALTERNATIVES.set(type, names);
    AlsoCheck((sent) => (names.every((name) => (sent[name] ?? null) === null) ? [{ field: names[0], ...error }] : []))(
      type,
    );
  };
}

/** The fields of which at least one is required; empty unless the class declares them. */
export function alternativesOf(type: Type<object>): readonly string[] {
  return ALTERNATIVES.get(type) ?? [];
}

/** Whether an empty object is not valid. */
export function requiresFields(type: Type<object>): boolean {
  return fieldsOf(type).some(({ required }) => required) || alternativesOf(type).length > 0;
}

/** The fields of a class and its parents, in the order of declaration, also of errors unless `ErrorOrder` differs. */
export function fieldsOf(type: Type<object>): readonly Field[] {
  return constraintsOf<Field>(type, FIELD);
}

export function checksOf(type: Type<object>): readonly CrossCheck[] {
  return constraintsOf<CrossCheck>(type, CROSS_CHECK);
}

/** Whether the class declares fields, and so can be validated. */
export function isValidated(type: unknown): type is Type<object> {
  return typeof type === 'function' && fieldsOf(type as Type<object>).length > 0;
}

/** Whether the class is a query. Lists declare their page first, so this holds before the other fields are declared. */
export function isQuery(type: Type<object>): boolean {
  return fieldsOf(type).some(({ rule }) => rule.fromQuery === true);
}

function declare(rule: Rule, required: boolean, { stem, missing, invalid }: Binding): PropertyDecorator {
  return (prototype, key) => {
    const name = String(key);
    const part = stem ?? name;
    const type = prototype.constructor as Type<object>;
    constrain(type, {
      name,
      rule,
      required,
      missing: missing ?? `missing_${part}`,
      invalid: invalid ?? `invalid_${part}`,
    });
    bring(prototype, name, rule);
    if (required) requiredProperty(rule)(prototype, key);
    else (isQuery(type) ? optionalParameter : optionalProperty)(rule)(prototype, key);
  };
}

/** The one constraint of a field, which class-validator checks. Its message is the code. */
function constrain(target: Type<object>, field: Field): void {
  registerDecorator({
    name: FIELD,
    target,
    propertyName: field.name,
    constraints: [field],
    validator: {
      validate: (value) => (value === undefined ? !field.required : value !== REFUSED),
      defaultMessage: (arguments_?: ValidationArguments) =>
        arguments_?.value === undefined ? field.missing : field.invalid,
    },
  });
  if (field.rule.nested !== undefined) ValidateNested()(target.prototype as object, field.name);
}

/** How class-transformer converts the input to its stored form. Fields that are not exposed are dropped. */
function bring(prototype: object, name: string, rule: Rule): void {
  const sent = (object: unknown) => ownField(object as Sent, name);
  // Otherwise class-transformer would look for a constructor in the client's input; it ignores a boolean.
  const typeWithin = (value: unknown) =>
    rule.nested !== undefined && rule.accepts(value) ? rule.nested.type() : Boolean;
  Expose()(prototype, name);
  TypeOf((options) => typeWithin(sent(options?.object)))(prototype, name);
  Transform(({ value, obj }) => storedForm(rule, sent(obj), value))(prototype, name);
}
