import type { FilterField } from '../../ui/filters.js';
import type { RESOURCES } from './report-filters.table.js';
import { newReportParameters } from './report-filters.table.js';

export type Resource = (typeof RESOURCES)[number];

const of = (name: string): FilterField => newReportParameters.find((field) => field.name === name)!;
const status = (...values: string[]): FilterField => ({ ...of('status'), values });
const PARTY = [status('created', 'verified', 'rejected', 'restricted', 'closed'), of('customer_reference_id')];

/** The filters that each resource has. */
export const exportFilters: Readonly<Record<Resource, readonly FilterField[]>> = {
  transfers: [status('created', 'pending', 'completed', 'settled', 'failed'), of('subledger_reference_id')],
  ledger_entries: [],
  events: [of('type')],
  audit: [],
  customers: PARTY,
  accounts: PARTY,
};
