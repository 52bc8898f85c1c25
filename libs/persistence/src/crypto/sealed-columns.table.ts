import type { WrappedTable } from './sealed-columns.js';

/** The data keys of the enterprises. */
export const dataKeyTables: readonly WrappedTable[] = [
  {
    table: 'platform.data_keys',
    role: 'app',
    id: 'key_id',
    wrapped: 'wrapped',
    context: (id, enterpriseId) => dataKeyContext(enterpriseId, id),
  },
];

/** What a wrapped data key is bound to. */
export function dataKeyContext(enterpriseId: string, keyId: string): string {
  return `data-key|${enterpriseId}|${keyId}`;
}
