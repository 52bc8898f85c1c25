import { pascal, schemaRef, SERVICE_VERSION } from '@payments/http';
import type { Components, OperationObject, Parameter, Paths, Schema } from '@payments/http';
import { EVENT_CHANGES, eventDataKey } from '@payments/webhooks';

type Kind = keyof typeof EVENT_CHANGES;

const NAMES: Readonly<Record<Kind, string>> = {
  person: 'Person',
  business: 'Business',
  external_account: 'ExternalAccount',
  transfer: 'Transfer',
  verify_account: 'VerifyAccount',
  schedule: 'Schedule',
  approval: 'Approval',
  subledger: 'Subledger',
  book_transfer: 'BookTransfer',
  bulk_transfer: 'BulkTransfer',
  report: 'Report',
  return_rate: 'ReturnRates',
};

/** Resources with an account number. */
const MASKED: readonly Kind[] = ['external_account', 'verify_account'];

export const WEBHOOK_TAG = 'Events';

const MADE_UP = 'MadeUpEvent';

/** The headers of every webhook. */
export const WEBHOOK_HEADERS: readonly Parameter[] = [
  header('webhook-id', 'The `event_id`: the same for every attempt.', { type: 'string', format: 'uuid' }),
  header('webhook-timestamp', 'Time of the attempt, in seconds since 1970-01-01T00:00:00Z.', {
    type: 'string',
    pattern: '^\\d+$',
  }),
  header(
    'webhook-signature',
    'HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. ' +
      'For 24 hours after a rotation of the secret there are two signatures, separated by a space.',
    { type: 'string', pattern: '^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)*$' },
  ),
  header(
    'Signature',
    'RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from ' +
      '`GET /webhooks/secret`.',
    { type: 'string', contentEncoding: 'base64' },
  ),
];

function header(name: string, description: string, schema: Schema): Parameter {
  return { name, in: 'header', required: true, description, schema };
}

/** The events that the service sends, a webhook for each type. */
export function describeWebhooks(examples: Readonly<Record<string, unknown>>): Paths {
  return Object.fromEntries(
    (Object.keys(EVENT_CHANGES) as Kind[]).flatMap((kind) =>
      typesOf(kind).map((type) => {
        const schema = { oneOf: [schemaRef(`${NAMES[kind]}Event`), schemaRef(MADE_UP)] };
        return [type, { post: webhook(type, schema, examples[type]) }];
      }),
    ),
  );
}

function webhook(type: string, schema: Schema, example: unknown): OperationObject {
  const name = type.split('_').map(pascal).join('');
  const parameters = WEBHOOK_HEADERS.map((each) => ({ $ref: `#/components/parameters/${webhookParameter(each)}` }));
  return {
    operationId: `receive${name}`,
    summary: `${type.replaceAll('_', ' ')}`.replace(/^./, (letter) => letter.toUpperCase()),
    description:
      'Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.',
    tags: [WEBHOOK_TAG],
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
    },
    responses: {
      '2XX': { description: 'Accepted. The body is ignored, but must be complete within 30 seconds.' },
      '410': { description: 'Gone. The configuration is disabled immediately.' },
      '4XX': { description: 'Not accepted. The delivery is retried. With 429, the service respects `Retry-After`.' },
      '5XX': { description: 'Not accepted. The delivery is retried. With 503, the service respects `Retry-After`.' },
    },
  };
}

const webhookParameter = ({ name }: Parameter) => name.split('-').map(pascal).join('');

export const WEBHOOK_PARAMETERS = Object.fromEntries(WEBHOOK_HEADERS.map((each) => [webhookParameter(each), each]));

/** The bodies of webhooks: the resource as returned, without the fields that must not be sent. */
export function eventSchemas(schemas: Components['schemas']): Components['schemas'] {
  const kinds = Object.keys(EVENT_CHANGES) as Kind[];
  const resources = kinds.map((kind) => [`${NAMES[kind]}InEvent`, inEvent(kind, schemas[NAMES[kind]]!)]);
  const datas = kinds.map((kind) => [
    `${NAMES[kind]}EventData`,
    object({ [eventDataKey(kind)]: schemaRef(`${NAMES[kind]}InEvent`) }),
  ]);
  const events = kinds.map((kind) => [`${NAMES[kind]}Event`, eventOf(kind)]);
  const all = [...resources, ...datas, ...events, [MADE_UP, madeUpEvent()]];
  return Object.fromEntries(all) as Components['schemas'];
}

function inEvent(kind: Kind, schema: Schema): Schema {
  const { date_of_birth: _, email: __, ...properties } = schema['properties'] as Record<string, Schema>;
  const required = (schema['required'] as string[]).filter((name) => name in properties);
  const masked = {
    type: 'string',
    pattern: '^\\*{5}\\d{4}$',
    description: 'The last four digits',
    example: '*****6789',
  };
  return {
    ...schema,
    required,
    properties: MASKED.includes(kind) ? { ...properties, account_number: masked } : properties,
  };
}

function eventOf(kind: Kind): Schema {
  return object({ ...head(typesOf(kind)), event_data: schemaRef(`${NAMES[kind]}EventData`) });
}

function madeUpEvent(): Schema {
  const types = (Object.keys(EVENT_CHANGES) as Kind[]).flatMap(typesOf);
  const description = 'A test event: `event_data` is the data that the caller sent';
  const event_data = { type: 'object', additionalProperties: true };
  return object({ ...head(types), test: { type: 'boolean', enum: [true], description }, event_data });
}

function typesOf(kind: Kind): string[] {
  return EVENT_CHANGES[kind].map((change) => `${kind}_${change}`);
}

function head(types: readonly string[]) {
  return {
    event_id: {
      type: 'string',
      format: 'uuid',
      description: 'The same for every attempt. Store it to detect duplicates',
    },
    event_type: { type: 'string', enum: types },
    data_version: { type: 'string', enum: [SERVICE_VERSION] },
    created_at: { type: 'string', format: 'date-time' },
    sequence: {
      type: 'integer',
      minimum: 1,
      description: 'Position among the events of one resource, from 1 and without gaps',
    },
  };
}

function object(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', required: Object.keys(properties), additionalProperties: false, properties };
}
