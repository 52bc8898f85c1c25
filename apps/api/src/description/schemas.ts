import { schemaRef } from '@payments/http';
import type { Schema, SchemaNames } from '@payments/http';

/** The contexts' schema names that differ from their class names, and shared schemas. */
export const schemaNames: SchemaNames = {
  renamed: [
    [/^Account/, 'ExternalAccount'],
    [/^TransferList/, 'Transfers'],
    [/^ChangeTransferDto$/, 'TransferPatch'],
  ],
  shared: {
    Metadata: ['TransferPatch', 'metadata'],
    Speed: ['Transfer', 'speed'],
    TransferStatus: ['Transfer', 'status'],
    CustomerStatus: ['Person', 'status'],
    EntityType: ['Business', 'entity_type'],
    TaxIdType: ['Business', 'tax_id_type'],
    UsState: ['HomeAddressRequest', 'state'],
    AccountType: ['ExternalAccount', 'account_type'],
    CustomerResourceType: ['ExternalAccount', 'customer_resource_type'],
    LedgerAccount: ['LedgerEntry', 'debit_account'],
    Rail: ['RailEligibility', 'rail'],
    Side: ['LegExplanation', 'side'],
    LegStatus: ['LegExplanation', 'status'],
    ReasonCodeName: ['ReasonCode', 'reason_code'],
    EventType: ['WebhookEvent', 'event_type'],
    EventSubscription: ['WebhookConfiguration', 'event_types'],
    DeliveryStatus: ['WebhookDelivery', 'status'],
    RecoverableStatus: ['Recovery', 'status'],
    Scope: ['Client', 'scopes'],
    UserRole: ['User', 'role'],
  },
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

const FILE_PROBLEM: Schema = {
  type: 'object',
  description: 'Where the file of a bulk transfer is wrong',
  minProperties: 1,
  additionalProperties: false,
  properties: {
    parts: { type: 'array', items: { type: 'integer' }, description: 'The numbers of parts' },
    part: { type: 'integer', description: 'The number of the part' },
    line: { type: 'integer', description: 'Of the part, from 1' },
    column: { type: 'string' },
    rows: { type: 'integer', description: 'How many the file has' },
    expected_rows: { type: 'integer' },
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

/** Schemas that are not one class. */
export const moreSchemas: Readonly<Record<string, Schema>> = {
  DuplicateAccount: DUPLICATE_ACCOUNT,
  FileProblem: FILE_PROBLEM,
  EligibleRoutingNumbers: ELIGIBLE_ROUTING_NUMBERS,
};
