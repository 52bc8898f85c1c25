import type { Type } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import type { FieldError } from '@payments/kernel';
import type { Rule } from './rule.js';

/** Where a field's codes differ from `missing_<field>` and `invalid_<field>`. */
export interface Binding {
  /** The part after `missing_` and `invalid_`, when it is not the field's name. */
  readonly stem?: string;
  readonly missing?: string;
  readonly invalid?: string;
}

export interface Field {
  readonly name: string;
  readonly rule: Rule;
  readonly required: boolean;
  readonly missing: string;
  readonly invalid: string;
}

/** A rule over several fields of one object. Fields arrive as they were sent, some perhaps wrong or absent. */
export type CrossCheck = (sent: Readonly<Record<string, unknown>>) => FieldError[];

const FIELDS = new Map<object, Field[]>();
const CHECKS = new Map<object, CrossCheck[]>();
const ALTERNATIVES = new Map<object, readonly string[]>();

/** A field that must be there: absent or null is `missing_<field>`, breaking the rule `invalid_<field>`. */
export function Required(rule: Rule, binding: Binding = {}): PropertyDecorator {
  return declare(rule, true, binding);
}

/** A field that may be left out; null counts as left out. */
export function Optional(rule: Rule, binding: Binding = {}): PropertyDecorator {
  return declare(rule, false, binding);
}

/** A rule over several fields, looked at after the single ones. Paths are relative to the object. */
export function AlsoCheck(check: CrossCheck): ClassDecorator {
  return (type) => {
    CHECKS.set(type, [...(CHECKS.get(type) ?? []), check]);
  };
}

/** One of the optional fields must be there, whichever. The error stands at the first; the schema says the same. */
export function AtLeastOneOf(names: readonly [string, ...string[]], error: Omit<FieldError, 'field'>): ClassDecorator {
  return (type) => {
    ALTERNATIVES.set(type, names);
    AlsoCheck((sent) => (names.every((name) => (sent[name] ?? null) === null) ? [{ field: names[0], ...error }] : []))(
      type,
    );
  };
}

/** The fields of which at least one must be there; none where the class does not say. */
export function alternativesOf(type: Type<object>): readonly string[] {
  return ALTERNATIVES.get(type) ?? [];
}

/** Whether an empty object is not valid. */
export function requiresFields(type: Type<object>): boolean {
  return fieldsOf(type).some(({ required }) => required) || alternativesOf(type).length > 0;
}

/** The fields of a class and its parents, in the order of declaration: that of errors too, but for `ErrorOrder`. */
export function fieldsOf(type: Type<object>): readonly Field[] {
  return lineage(type).flatMap((ancestor) => FIELDS.get(ancestor) ?? []);
}

export function checksOf(type: Type<object>): readonly CrossCheck[] {
  return lineage(type).flatMap((ancestor) => CHECKS.get(ancestor) ?? []);
}

/** Whether the class declares fields, and so can be validated. */
export function isValidated(type: unknown): type is Type<object> {
  return typeof type === 'function' && lineage(type as Type<object>).some((ancestor) => FIELDS.has(ancestor));
}

function declare(rule: Rule, required: boolean, { stem, missing, invalid }: Binding): PropertyDecorator {
  return (prototype, key) => {
    const name = String(key);
    const part = stem ?? name;
    const field = {
      name,
      rule,
      required,
      missing: missing ?? `missing_${part}`,
      invalid: invalid ?? `invalid_${part}`,
    };
    const type = prototype.constructor;
    FIELDS.set(type, [...(FIELDS.get(type) ?? []), field]);
    if (required) ApiProperty(openApiOptions(rule))(prototype, key);
    else if (isQuery(type as Type<object>)) ApiPropertyOptional(openApiOptions(rule))(prototype, key);
    else ApiPropertyOptional(nullable(type, rule))(prototype, key);
  };
}

function openApiOptions(rule: Rule): ApiPropertyOptions {
  const { nested, schema } = rule;
  if (nested === undefined) return { ...schema, ...described(rule) } as ApiPropertyOptions;
  // Swagger tells a lazy type from a class by this very name.
  const type = () => nested.type();
  const options: object = { ...schema, type, isArray: nested.list };
  return options;
}

/** The schema, or null: left out and null are the same. The class itself keeps the classes within it in the document. */
function nullable(type: object, rule: Rule): ApiPropertyOptions {
  const { schema, nested } = rule;
  const { example, writeOnly, ...shape } = schema as Readonly<Record<string, unknown>>;
  let value: object = shape;
  if (nested !== undefined) {
    ApiExtraModels(nested.type())(type);
    const reference = { $ref: getSchemaPath(nested.type()) };
    value = nested.list ? { ...shape, type: 'array', items: reference } : reference;
  }
  const options: object = {
    type: Object,
    anyOf: [value, { type: 'null' }],
    ...described(rule),
    ...(example !== undefined && { example }),
    ...(writeOnly !== undefined && { writeOnly }),
  };
  return options;
}

/** What the rule expects in words, where its schema may not say all of it. */
function described({ expected, schema, nested, blankIsAbsent }: Rule): { readonly description?: string } {
  if (nested !== undefined || schema.enum !== undefined || schema.type === 'boolean') return {};
  const sentence = expected.charAt(0).toUpperCase() + expected.slice(1);
  return { description: blankIsAbsent === true ? `${sentence}. Blank text counts as omitted` : sentence };
}

/** Whether the class is a query. Lists declare their page first, so this holds before the other fields are declared. */
export function isQuery(type: Type<object>): boolean {
  return fieldsOf(type).some(({ rule }) => rule.fromQuery === true);
}

function lineage(type: Type<object>): Type<object>[] {
  const parent = Object.getPrototypeOf(type) as Type<object> | null;
  return parent !== null && parent !== Function.prototype ? [...lineage(parent), type] : [type];
}
