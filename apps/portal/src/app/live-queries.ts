import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { Change } from '../api/live.js';

/** The first words of the keys of what may change with a resource. Others have the name of the resource. */
const TOUCHED: Readonly<Record<string, readonly string[]>> = {
  transfer: ['transfers', 'overview', 'balance', 'ledger', 'batches', 'rails'],
  person: ['customers'],
  business: ['customers'],
  external_account: ['accounts', 'overview'],
  verify_account: ['verifications'],
};
/** Every event is delivered to endpoints. */
const ALWAYS = ['webhooks'];
/** Whoever has read on this far looks at the past, which does not change. */
const MOST_PAGES = 3;

const isShort = ({ state: { data } }: Query): boolean =>
  ((data as Partial<InfiniteData<unknown>> | undefined)?.pages?.length ?? 0) <= MOST_PAGES;

/** Has what is shown read again where it may have changed; all of it when that is not known. */
export function invalidateChanged(queries: QueryClient, changes: readonly Change[] | undefined): void {
  if (changes === undefined) {
    void queries.invalidateQueries({ predicate: isShort });
    return;
  }
  const touched = new Set([
    ...ALWAYS,
    ...changes.flatMap(({ resource_type: type }) => TOUCHED[type] ?? [type, `${type}s`]),
  ]);
  void queries.invalidateQueries({
    predicate: (query) => touched.has(String(query.queryKey[0])) && isShort(query),
  });
}
