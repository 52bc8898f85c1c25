export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_RESOURCES = ['transfers', 'ledger_entries', 'events', 'audit', 'customers', 'accounts'] as const;
export type ExportResource = (typeof EXPORT_RESOURCES)[number];

/** Which rows: those with one of the values, in each of the columns. */
export interface ExportFilters {
  readonly status?: readonly string[];
  readonly type?: readonly string[];
  readonly subledger_reference_id?: readonly string[];
  readonly customer_reference_id?: readonly string[];
}

interface Exported {
  readonly columns: readonly string[];
  readonly filters: readonly (keyof ExportFilters)[];
}

/** What each file has, in this order. None has a number of an account, a social security number or a tax id. */
export const exportedResources: Readonly<Record<ExportResource, Exported>> = {
  transfers: {
    columns: [
      ...['id', 'transfer_reference_id', 'use_case', 'status', 'status_reasons', 'amount', 'currency', 'speed'],
      ...['source_customer_reference_id', 'source_account_reference_id', 'destination_customer_reference_id'],
      ...['destination_account_reference_id', 'account_statement_descriptor', 'estimated_funds_delivery_date'],
      ...['subledger_reference_id', 'schedule_id', 'bulk_transfer_id', 'created_by', 'origin', 'metadata'],
      ...['created_at', 'updated_at', 'transfer_group_id'],
    ],
    filters: ['status', 'subledger_reference_id'],
  },
  ledger_entries: {
    columns: [
      ...['id', 'position', 'subject_id', 'leg', 'attempt', 'kind', 'debit_account', 'credit_account'],
      ...['debit_subledger_id', 'credit_subledger_id', 'amount', 'banking_at', 'created_at'],
    ],
    filters: [],
  },
  events: {
    columns: ['id', 'type', 'resource_type', 'resource_id', 'sequence', 'data', 'created_at'],
    filters: ['type'],
  },
  audit: {
    columns: [
      ...['id', 'action', 'subject_type', 'subject_id', 'actor', 'remote_address', 'request_id', 'before', 'after'],
      'created_at',
    ],
    filters: [],
  },
  customers: {
    columns: [
      ...['id', 'customer_type', 'customer_reference_id', 'status', 'status_reasons', 'first_name', 'middle_name'],
      ...[
        'last_name',
        'legal_name',
        'business_name',
        'entity_type',
        'metadata',
        'created_at',
        'updated_at',
        'closed_at',
      ],
    ],
    filters: ['status', 'customer_reference_id'],
  },
  accounts: {
    columns: [
      ...['id', 'account_reference_id', 'customer_reference_id', 'customer_resource_type', 'account_type'],
      ...['routing_number', 'account_holder_name', 'status', 'status_reasons', 'metadata', 'created_at', 'updated_at'],
      'closed_at',
    ],
    filters: ['status', 'customer_reference_id'],
  },
};
