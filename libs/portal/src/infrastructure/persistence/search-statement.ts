import type { SearchOptions } from '../../application/ports.js';
import type { SearchTerm } from '../../domain/search-term.js';
import { searchFinders } from './search-finders.table.js';
import type { Finder } from './search-finders.table.js';

export interface SearchStatement {
  readonly sql: string;
  readonly values: readonly unknown[];
  /** One for each kind of term and each combination of ways to find it. */
  readonly name: string;
}

/** All ways to find the term among the types that the scopes allow, as one statement; undefined if there is none. */
export function searchStatement(
  term: SearchTerm,
  { scopes, types, size, amountsSince }: SearchOptions,
  enterpriseId: string,
): SearchStatement | undefined {
  // The finders of a kind take terms of that kind.
  const finders = searchFinders[term.kind] as readonly Finder<SearchTerm['kind']>[];
  const allowed = finders.filter(
    ({ scope, type }) => scopes.has(scope) && (type === undefined || types.includes(type)),
  );
  if (allowed.length === 0) return undefined;
  const values: unknown[] = [enterpriseId, size];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const parts = allowed.map(({ select }) => `(${select({ ...term, types, amountsSince }, parameter)})`);
  // Each way is bounded by itself; without this, $2 would be unused where none needs it.
  const sql = `SELECT * FROM (${parts.join(' UNION ALL ')}) AS found LIMIT $2::int * ${parts.length}`;
  return { sql, values, name: `search-${term.kind}-${allowed.map((each) => finders.indexOf(each)).join('-')}` };
}
