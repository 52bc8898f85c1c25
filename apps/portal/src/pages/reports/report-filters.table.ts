import type { FilterField } from '../../ui/filters.js';

const FROM_TO: readonly FilterField[] = [
  { name: 'start_time', label: 'filter.from', kind: 'date' },
  { name: 'end_time', label: 'filter.to', kind: 'date' },
];
const SUBLEDGER: FilterField = { name: 'subledger_reference_id', label: 'field.subledger', kind: 'text' };
const KINDS = ['recon', 'statement', 'export'];

export const reportFilters: readonly FilterField[] = [
  { name: 'kind', label: 'reports.kind', kind: 'choices', values: KINDS, texts: 'report' },
  { name: 'status', label: 'field.status', kind: 'choices', values: ['created', 'pending', 'completed', 'failed'] },
  ...FROM_TO,
];

/** The reference of a subledger asks for that one alone, whatever the books are. */
export const balanceParameters: readonly FilterField[] = [
  ...FROM_TO,
  { name: 'report_scope', label: 'field.scope', kind: 'choice', values: ['total', 'enterprise'], texts: 'scope' },
  SUBLEDGER,
];

export const RESOURCES = ['transfers', 'ledger_entries', 'events', 'audit', 'customers', 'accounts'] as const;

/** What a report is to be, and which rows an export is to have. */
export const newReportParameters: readonly FilterField[] = [
  { name: 'kind', label: 'reports.kind', kind: 'choice', values: KINDS },
  { name: 'resource', label: 'reports.resource', kind: 'choice', values: RESOURCES },
  { name: 'format', label: 'field.format', kind: 'choice', values: ['csv', 'bai2', 'camt053', 'ndjson'] },
  {
    ...{ name: 'status', label: 'field.status', kind: 'choices' },
    values: ['created', 'pending', 'completed', 'settled', 'failed', 'verified', 'rejected', 'restricted', 'closed'],
  },
  { name: 'type', label: 'field.type', kind: 'text' },
  SUBLEDGER,
  { name: 'customer_reference_id', label: 'field.customerReference', kind: 'text' },
];
