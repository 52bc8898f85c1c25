import { limitOffset } from './page.js';
import type { ListRequest } from './page.js';

/** A list filter by its query name: the SQL condition for the parameter with its value. */
export type Conditions<Filter> = {
  readonly [Name in Exclude<keyof Filter, keyof ListRequest>]-?: (value: string) => string;
};

export interface ListSource<Filter extends ListRequest> {
  /** `schema.table`; in conditions it is called `listed`. */
  readonly table: string;
  /** Another table that conditions join it with: `schema.table AS name`. */
  readonly joined?: string;
  readonly columns: string;
  readonly conditions: Conditions<Filter>;
}

export interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
  /** One for each combination of filters, so that there are few of them. */
  readonly name: string;
}

/** The filters that every resource has. */
export const commonFilters = {
  start_time: (value: string) => `listed.created_at >= ${value}`,
  end_time: (value: string) => `listed.created_at < ${value}`,
  status: (value: string) => `listed.status = ANY(${value})`,
};

/** Selects the rows of one page of the tenant's list, and one more, so that `pageOf` knows whether another follows. */
export function keysetPage<Filter extends ListRequest>(
  { table, joined, columns, conditions }: ListSource<Filter>,
  filter: Filter,
  enterpriseId: string,
): Statement {
  const all: Readonly<Record<string, (value: string) => string>> = { ...conditions, after: isAfter(table) };
  const { limit, offset } = limitOffset(filter);
  const values: unknown[] = [enterpriseId, limit, offset];
  let where = 'listed.enterprise_id = $1';
  let name = `list-${table}`;
  for (const [position, [field, condition]] of Object.entries(all).entries()) {
    const value = filter[field as keyof Filter];
    if (value === undefined) continue;
    where += ` AND ${condition(`$${values.push(value)}`)}`;
    // Positions, because PostgreSQL truncates names to 63 characters.
    name += `-${position}`;
  }
  const order = 'listed.created_at DESC, listed.id DESC';
  return {
    sql: `SELECT ${columns} FROM ${joined === undefined ? '' : `${joined}, `}${table} AS listed WHERE ${where} ORDER BY ${order} LIMIT $2 OFFSET $3`,
    values,
    name,
  };
}

function isAfter(table: string) {
  return (value: string) => `(listed.created_at, listed.id) < (
    SELECT last.created_at, last.id FROM ${table} AS last WHERE last.enterprise_id = $1 AND last.id = ${value})`;
}
