import type { ResourceType } from '@payments/kernel';

const CUSTOMER = [
  ...['id', 'customer_reference_id', 'status', 'status_reasons', 'addresses', 'contacts', 'metadata'],
  ...['created_at', 'updated_at', 'closed_at'],
];

/** The fields of each resource as `GET` returns it. */
export const RESOURCE_FIELDS: Readonly<Record<ResourceType, readonly string[]>> = {
  person: [...CUSTOMER, 'first_name', 'middle_name', 'last_name', 'date_of_birth'],
  business: [
    ...CUSTOMER,
    ...['legal_name', 'business_name', 'entity_type', 'tax_id_type', 'account_holder_name', 'incorporation_date'],
  ],
  external_account: [
    ...['id', 'account_reference_id', 'customer_reference_id', 'customer_resource_type', 'account_type'],
    ...['account_number', 'routing_number', 'account_holder_name', 'status', 'status_reasons', 'corrections'],
    ...['metadata', 'created_at', 'updated_at', 'closed_at'],
  ],
  transfer: [
    ...['id', 'transfer_reference_id', 'amount', 'currency', 'speed', 'source', 'destination', 'status'],
    ...['status_reasons', 'account_statement_descriptor', 'estimated_funds_delivery_date', 'metadata'],
    ...[
      'transfer_group_id',
      'schedule_id',
      'bulk_transfer_id',
      'subledger_reference_id',
      'created_by',
      'approval',
      'created_at',
      'updated_at',
    ],
  ],
  verify_account: [
    ...['id', 'account_number', 'routing_number', 'account_holder_name', 'type', 'email', 'sender_name'],
    ...['external_account_id', 'verification_status', 'status_reason', 'evidence', 'ownership_status', 'person'],
    ...['business', 'control_status', 'debit_status', 'debit_status_reason', 'estimated_verification_date'],
    ...['created_at', 'updated_at'],
  ],
  schedule: [
    ...['id', 'schedule_reference_id', 'amount', 'currency', 'speed', 'source', 'destination', 'start_date'],
    ...['recurrence', 'rrule_readable', 'account_statement_descriptor', 'metadata', 'missed', 'end_on_failures'],
    ...['status', 'next_payment_date', 'paused_at', 'ended_at', 'end_reason', 'approval', 'runs', 'last_run'],
    'subledger_reference_id',
    ...['created_at', 'updated_at'],
  ],
  approval: [
    ...['id', 'subject_type', 'subject_id', 'subject', 'digest', 'status', 'policies', 'decisions'],
    ...['requested_by', 'requested_at', 'expires_at', 'decided_at'],
  ],
  subledger: [
    ...['id', 'subledger_reference_id', 'customer_reference_id', 'customer_resource_type', 'status', 'closed_at'],
    ...['created_at', 'updated_at'],
  ],
  book_transfer: [
    ...['id', 'book_transfer_reference_id', 'amount', 'currency', 'status', 'status_reasons', 'metadata', 'source'],
    ...['destination', 'approval', 'created_by', 'created_at', 'updated_at'],
  ],
  bulk_transfer: [
    ...['id', 'bulk_reference_id', 'mode', 'format', 'on_duplicate', 'review', 'expected_rows', 'expected_amount'],
    ...['execute_at', 'metadata', 'status', 'failure_code', 'approval', 'rows', 'amount', 'progress', 'first_errors'],
    ...['file_sha256', 'created_by', 'submitted_at', 'confirmed_at', 'started_at', 'ended_at'],
    ...['created_at', 'updated_at'],
  ],
  report: [
    ...['id', 'kind', 'format', 'status', 'report_scope', 'subledger_reference_id', 'start_time', 'end_time'],
    ...['rows', 'bytes', 'sha256', 'expires_at', 'error', 'created_at'],
  ],
  return_rate: ['originator', 'from', 'to', 'entries', 'rates'],
};

/** The key of a resource inside `event_data`. */
export function keyOf(resource: ResourceType): string {
  return resource === 'verify_account' ? 'account' : resource;
}
