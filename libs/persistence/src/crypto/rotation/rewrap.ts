import type { WrappedTable } from '../sealed-columns.js';
import type { KeyTools } from './key-tools.js';

export interface WrappedRow {
  readonly id: string;
  readonly master_key_id: string;
  readonly wrapped: Buffer;
}

/** Wrapped keys of one table: those of an enterprise, or all keys of a global table. */
export interface WrappedPlace {
  readonly table: WrappedTable;
  readonly enterpriseId?: string;
}

export interface Rewrapping {
  readonly enterprises: number;
  readonly master_key: string;
  readonly complete: boolean;
}

/** Wraps every key with the active master key. Keys already wrapped with it are unchanged. */
export async function rewrapKeys(tools: KeyTools, ids: readonly string[]): Promise<Rewrapping> {
  const master = tools.provider.activeMasterKeyId;
  tools.progress.begin(`enterprises: ${ids.length}; wrapping the keys with the master key ${master}`, 0);
  let failed = 0;
  for (const place of wrappedPlaces(tools, ids)) {
    for (const row of await wrappedRows(tools, place)) {
      const outcome = row.master_key_id === master ? 'same' : await wrapAnew(tools, place, row);
      if (outcome === 'failed') failed += 1;
      tools.progress.add(place.table.table, {
        rows: 1,
        changed: outcome === 'changed' ? 1 : 0,
        failed: outcome === 'failed' ? 1 : 0,
      });
    }
  }
  return { enterprises: ids.length, master_key: master, complete: failed === 0 };
}

export function wrappedPlaces({ sealed }: KeyTools, enterpriseIds: readonly string[]): WrappedPlace[] {
  return sealed.wrapped.flatMap((table) =>
    table.role === 'app' ? enterpriseIds.map((enterpriseId) => ({ table, enterpriseId })) : [{ table }],
  );
}

export function wrappedRows({ transactions }: KeyTools, place: WrappedPlace): Promise<WrappedRow[]> {
  const { table, enterpriseId } = place;
  const where = enterpriseId === undefined ? '' : 'WHERE enterprise_id = $1';
  return transactions.run(scopeOf(place), (transaction) =>
    transaction.query<WrappedRow>(
      `SELECT ${table.id}::text AS id, master_key_id, ${table.wrapped} AS wrapped FROM ${table.table} ${where}
       ORDER BY ${table.id}`,
      enterpriseId === undefined ? [] : [enterpriseId],
    ),
  );
}

export function unwrap({ provider }: KeyTools, place: WrappedPlace, row: WrappedRow): Promise<Buffer> {
  const { id, master_key_id: masterKeyId, wrapped } = row;
  return provider.unwrap({ masterKeyId, wrapped }, place.table.context(id, place.enterpriseId ?? ''));
}

async function wrapAnew(tools: KeyTools, place: WrappedPlace, row: WrappedRow): Promise<'changed' | 'failed' | 'same'> {
  const { table, enterpriseId } = place;
  let fresh;
  try {
    // In one step with what follows: a provider may throw synchronously.
    const key = await unwrap(tools, place, row);
    fresh = await tools.provider.wrap(key, table.context(row.id, enterpriseId ?? ''));
  } catch (error) {
    tools.progress.say(`${table.table} ${row.id}: ${(error as Error).message}`);
    return 'failed';
  }
  const { masterKeyId, wrapped } = fresh;
  const tenant = enterpriseId === undefined ? '' : 'AND enterprise_id = $5';
  const written = await tools.transactions.run(scopeOf(place), (transaction) =>
    transaction.query(
      `UPDATE ${table.table} SET master_key_id = $1, ${table.wrapped} = $2
       WHERE ${table.id}::text = $3 AND ${table.wrapped} = $4 ${tenant} RETURNING 1`,
      [masterKeyId, wrapped, row.id, row.wrapped, ...(enterpriseId === undefined ? [] : [enterpriseId])],
    ),
  );
  // Nothing written: another run was faster.
  return written.length === 0 ? 'same' : 'changed';
}

function scopeOf({ table, enterpriseId }: WrappedPlace) {
  return { role: table.role, ...(enterpriseId !== undefined && { enterpriseId }) };
}
