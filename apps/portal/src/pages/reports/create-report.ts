import { api, dataOf } from '../../api/client.js';
import { reachedTime } from '../../api/server-time.js';
import type { Search } from '../../app/search.js';
import { exportFilters } from './export-filters.table.js';
import type { Resource } from './export-filters.table.js';
import { periodOf } from './period.js';

export type Kind = 'recon' | 'statement' | 'export';

interface AskedReport {
  readonly kind: Kind;
  readonly resource: Resource;
  readonly search: Search;
  readonly typed: Readonly<Record<string, string>>;
}

/** What an address says of the filters that a resource has. */
export function filtersOf(resource: Resource, search: Search): Search {
  const names = new Set(exportFilters[resource].map(({ name }) => name));
  return Object.fromEntries(Object.entries(search).filter(([name]) => names.has(name)));
}

/** @returns its id. What is missing or wrong is the API's to say. */
export async function createReport({ kind, resource, search, typed }: AskedReport, key: string): Promise<string> {
  const headers = { 'Idempotency-Key': key };
  const created = async () => {
    if (kind === 'recon') return dataOf(api.POST('/deliver/reports/recon', { body: reconOf(typed), headers }));
    if (kind === 'statement') return dataOf(api.POST('/deliver/reports/statements', { body: typed as never, headers }));
    const filters = Object.fromEntries(
      Object.entries(filtersOf(resource, search)).map(([name, value]) => [name, [value].flat()]),
    );
    const body = { resource, ...typed, ...instantsOf(typed), filters };
    return dataOf(api.POST('/deliver/reports/exports', { body: body as never, headers }));
  };
  return (await created()).report.id;
}

/** A subledger is asked for by its reference alone. */
function reconOf({ report_scope, ...typed }: AskedReport['typed']) {
  const scope = typed['subledger_reference_id'] === undefined ? report_scope : 'subledger';
  return { ...typed, ...instantsOf(typed), report_scope: scope } as never;
}

function instantsOf({ start_time: first, end_time: last }: AskedReport['typed']) {
  const now = reachedTime();
  return {
    ...(first !== undefined && { start_time: periodOf(first, first, now).start_time }),
    ...(last !== undefined && { end_time: periodOf(last, last, now).end_time }),
  };
}
