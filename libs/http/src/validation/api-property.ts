import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import type { Rule } from './rule.js';

/** The OpenAPI property of a required field. */
export function requiredProperty(rule: Rule): PropertyDecorator {
  return ApiProperty(options(rule));
}

/** The OpenAPI property of an optional query parameter. A query has no null. */
export function optionalParameter(rule: Rule): PropertyDecorator {
  return ApiPropertyOptional(options(rule));
}

/** The OpenAPI property of an optional field; absent and null mean the same. */
export function optionalProperty(rule: Rule): PropertyDecorator {
  return (prototype, key) => ApiPropertyOptional(nullable(prototype.constructor, rule))(prototype, key);
}

function options(rule: Rule): ApiPropertyOptions {
  const { nested, schema } = rule;
  if (nested === undefined) return { ...schema, ...described(rule) } as ApiPropertyOptions;
  // Swagger distinguishes a lazy type from a class by exactly this name.
  const type = () => nested.type();
  const withType: object = { ...schema, type, isArray: nested.list };
  return withType;
}

/** The class itself keeps its nested classes in the document. */
function nullable(type: object, rule: Rule): ApiPropertyOptions {
  const { schema, nested } = rule;
  const { example, writeOnly, ...shape } = schema as Readonly<Record<string, unknown>>;
  let value: object = shape;
  if (nested !== undefined) {
    ApiExtraModels(nested.type())(type);
    const reference = { $ref: getSchemaPath(nested.type()) };
    value = nested.list ? { ...shape, type: 'array', items: reference } : reference;
  }
  const withNull: object = {
    type: Object,
    anyOf: [value, { type: 'null' }],
    ...described(rule),
    ...(example !== undefined && { example }),
    ...(writeOnly !== undefined && { writeOnly }),
  };
  return withNull;
}

/** The rule's expectation in words, where the schema may be incomplete. */
function described({ expected, schema, nested, blankIsAbsent }: Rule): { readonly description?: string } {
  if (nested !== undefined || schema.enum !== undefined || schema.type === 'boolean') return {};
  const sentence = expected.charAt(0).toUpperCase() + expected.slice(1);
  return { description: blankIsAbsent === true ? `${sentence}. Blank text counts as omitted` : sentence };
}
