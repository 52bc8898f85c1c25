import { Injectable } from '@nestjs/common';
import { OWN_BOOK } from '@payments/ledger';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { ExportedRows } from '../../application/ports.js';
import type { ExportedPage, ExportRange } from '../../application/ports.js';
import { exportedResources } from '../../domain/exports/export-resources.table.js';
import type { ExportResource } from '../../domain/exports/export-resources.table.js';

const PAGE = 2_000;

interface Source {
  readonly from: string;
  /** Unique, and in the order of an index. */
  readonly order: readonly string[];
  readonly where?: string;
  /** Columns that are not as they are stored. */
  readonly values?: Readonly<Record<string, string>>;
}

const at = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const TIMES = Object.fromEntries(
  ['created_at', 'updated_at', 'closed_at', 'banking_at'].map((each) => [each, at(each)]),
);
const NEWEST = ['created_at', 'id'];

const sources: Readonly<Record<ExportResource, Source>> = {
  transfers: {
    ...{ from: 'transfers.exported', order: NEWEST },
    values: { estimated_funds_delivery_date: `to_char(estimated_funds_delivery_date, 'YYYY-MM-DD')` },
  },
  ledger_entries: {
    ...{ from: 'ledger.journal', order: ['position'] },
    values: {
      debit_subledger_id: `nullif(debit_book, '${OWN_BOOK}')`,
      credit_subledger_id: `nullif(credit_book, '${OWN_BOOK}')`,
    },
  },
  // Ids of both grow with time, and only they have an index.
  events: { from: 'platform.events', order: ['id'], where: 'NOT test', values: { data: 'data::json' } },
  audit: { from: 'platform.audit', order: ['id'] },
  customers: { from: 'customers.exported', order: NEWEST },
  accounts: { from: 'accounts.exported', order: NEWEST },
};

interface Row {
  readonly row: string;
  readonly place: string;
}

@Injectable()
export class PostgresExportedRows extends ExportedRows {
  async page({ resource, start_time, end_time, filters, after }: ExportRange): Promise<ExportedPage> {
    const values: unknown[] = [workContext.enterpriseId(), start_time, end_time];
    const place = (value: unknown) => `$${values.push(value)}`;
    const { order } = sources[resource];
    const beyond = after === '' ? [] : (JSON.parse(after) as string[]).map(place);
    const conditions = [
      ...(beyond.length === 0 ? [] : [`(${order.join(', ')}) > (${beyond.join(', ')})`]),
      ...Object.entries(filters).map(([column, wanted]) => `${column} = ANY(${place(wanted)}::text[])`),
    ];
    const rows = await currentTransaction().query<Row>(
      statement(resource, conditions),
      values,
      `page-of-export ${[resource, ...Object.keys(filters), beyond.length > 0].join(' ')}`,
    );
    return { rows: rows.map(({ row }) => row), last: rows.at(-1)?.place };
  }
}

function statement(resource: ExportResource, conditions: readonly string[]): string {
  const { from, order, where, values } = sources[resource];
  const columns = exportedResources[resource].columns.map((column) => {
    const value = values?.[column] ?? TIMES[column];
    return value === undefined ? column : `${value} AS ${column}`;
  });
  const all = ['enterprise_id = $1', 'created_at >= $2', 'created_at < $3', ...(where ? [where] : []), ...conditions];
  // The columns have the names of those they are made from, so what orders them is named by its table.
  return `
    SELECT json_strip_nulls(row_to_json(exported))::text AS row, place FROM (
      SELECT listed.*, (SELECT json_build_array(${order.map((column) => `listed.${column}::text`).join(', ')}))::text AS place
      FROM ${from} AS listed WHERE ${all.join(' AND ')}
      ORDER BY ${order.map((column) => `listed.${column}`).join(', ')} LIMIT ${PAGE}) AS page
    CROSS JOIN LATERAL (SELECT ${columns.join(', ')}) AS exported
    ORDER BY ${order.map((column) => `page.${column}`).join(', ')}`;
}
