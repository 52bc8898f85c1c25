import { schemaRef } from './open-api.js';
import type { Schema } from './open-api.js';

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

const DUPLICATE_ACCOUNT: Schema = {
  type: 'object',
  description: 'With `duplicate_account_details`: the existing account',
  required: ['customer_resource_type', 'customer_reference_id', 'customer_resource_id', 'external_account_id'],
  additionalProperties: false,
  properties: {
    customer_resource_type: schemaRef('CustomerResourceType'),
    customer_reference_id: { type: 'string' },
    customer_resource_id: { type: 'string', format: 'uuid' },
    external_account_id: { type: 'string', format: 'uuid' },
  },
};

const ERROR: Schema = {
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
      anyOf: [schemaRef('FieldErrors'), schemaRef('DuplicateAccount'), { type: 'null' }],
    },
  },
};

const ELIGIBLE_ROUTING_NUMBERS: Schema = {
  type: 'object',
  description: 'The instant networks that reach each routing number: at least one of the two',
  propertyNames: { pattern: '^[0-9]{9}$' },
  additionalProperties: {
    type: 'object',
    required: ['rtp', 'fednow'],
    additionalProperties: false,
    properties: { rtp: { type: 'boolean' }, fednow: { type: 'boolean' } },
  },
};

/** What is not the shape of one class. */
export const BASE_SCHEMAS: Readonly<Record<string, Schema>> = {
  Error: ERROR,
  FieldErrors: FIELD_ERRORS,
  FieldError: FIELD_ERROR,
  DuplicateAccount: DUPLICATE_ACCOUNT,
  EligibleRoutingNumbers: ELIGIBLE_ROUTING_NUMBERS,
};
