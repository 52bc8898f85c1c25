import type { Query, QueryClient } from '@tanstack/react-query';
import { isReread } from '../api/list.js';
import type { Change } from '../api/live.js';

/** The first words of the keys of what may change with a resource. Others have the name of the resource. */
const TOUCHED: Readonly<Record<string, readonly string[]>> = {
  transfer: ['transfers', 'overview', 'balance', 'ledger', 'batches', 'rails', 'subledgers', 'limits'],
  book_transfer: ['book_transfers', 'subledgers', 'balance', 'ledger'],
  return_rate: ['limits', 'attention'],
  person: ['customers'],
  business: ['customers'],
  external_account: ['accounts', 'approvals', 'overview', 'attention'],
  verify_account: ['verifications'],
};
/** Every event is delivered to endpoints. */
const ALWAYS = ['webhooks'];

const isStillRead = ({ state }: Query): boolean => isReread(state);

/** Has what is shown read again where it may have changed; all of it when that is not known. */
export function invalidateChanged(queries: QueryClient, changes: readonly Change[] | undefined): void {
  if (changes === undefined) {
    void queries.invalidateQueries({ predicate: isStillRead });
    return;
  }
  const touched = new Set([
    ...ALWAYS,
    ...changes.flatMap(({ resource_type: type }) => TOUCHED[type] ?? [type, `${type}s`]),
  ]);
  void queries.invalidateQueries({
    predicate: (query) => touched.has(String(query.queryKey[0])) && isStillRead(query),
  });
}
