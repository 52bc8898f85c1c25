import { schemaRef } from './document-model.js';
import type { Schema } from './document-model.js';

const FIELD_ERROR: Schema = {
  type: 'object',
  required: ['field', 'error_code', 'message'],
  additionalProperties: false,
  properties: {
    field: { type: 'string', description: 'The path of the field, such as `addresses[0].zip5`' },
    error_code: { type: 'string', pattern: '^[a-z0-9_]+$' },
    message: { type: 'string' },
  },
};

const FIELD_ERRORS: Schema = {
  type: 'object',
  required: ['errors'],
  additionalProperties: false,
  properties: { errors: { type: 'array', minItems: 1, items: schemaRef('FieldError') } },
};

const errorSchema = (details: readonly string[], fields: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  required: ['error_code', 'message', 'details'],
  additionalProperties: false,
  properties: {
    error_code: { type: 'string', pattern: '^[a-z0-9_]+$', description: 'Machine-readable code' },
    message: {
      type: 'string',
      description: 'What is wrong and what is expected. Never contains the value that was sent',
    },
    details: {
      description: 'Every invalid field; the first one sets `error_code` and `message`. Null if no field is invalid',
      anyOf: [schemaRef('FieldErrors'), ...details.map(schemaRef), { type: 'null' }],
    },
    ...fields,
  },
});

/**
 * The schema common to all errors.
 * @param details the schemas of error details besides invalid fields
 * @param fields further fields that some errors have
 */
export function errorSchemas(
  details: readonly string[],
  fields: Readonly<Record<string, Schema>>,
): Readonly<Record<string, Schema>> {
  return { Error: errorSchema(details, fields), FieldErrors: FIELD_ERRORS, FieldError: FIELD_ERROR };
}
