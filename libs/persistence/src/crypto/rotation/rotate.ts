import { DATA_KEYS_MAX_AGE_MS } from '../data-keys.js';
import { sealedWith } from '../field-cipher.js';
import type { SealedTable } from '../sealed-columns.js';
import { untilNothingIsLeft } from './passes.js';
import type { PassResult } from './passes.js';
import { change, pages, placeOf } from './rows.js';
import type { Change, SealedRow } from './rows.js';
import type { KeyTools } from './key-tools.js';

/** How long a transaction may take between sealing and its commit. */
const GRACE_MS = 2_000;

export interface RotateOptions {
  readonly enterpriseIds: readonly string[];
  /** How long other processes may keep sealing with the previous key. */
  readonly settleMs?: number;
}

export interface Rotation {
  readonly enterprises: number;
  readonly new_keys: number;
  /** Rotations of an earlier run that this one finished. */
  readonly resumed: number;
  readonly complete: boolean;
}

/**
 * Creates a data key for each enterprise and moves all sealed values to it. All keys are created first, so that a run
 * that was interrupted leaves only rotations that the next run finishes.
 */
export async function rotateKeys(tools: KeyTools, options: RotateOptions): Promise<Rotation> {
  const { enterpriseIds: ids, settleMs = DATA_KEYS_MAX_AGE_MS + GRACE_MS } = options;
  const keys = new Map<string, { readonly keyId: string; readonly isNew: boolean }>();
  for (const id of ids) keys.set(id, await begin(tools, id));
  const settledAt = performance.now() + settleMs;
  const made = [...keys.values()].filter(({ isNew }) => isNew).length;
  const failed = new Set<string>();
  const isDone = await untilNothingIsLeft(tools, {
    enterpriseIds: ids,
    tables: tools.sealed.tables,
    what: `new keys: ${made}, resumed rotations: ${ids.length - made}; re-encrypting all fields`,
    settledAt,
    one: async (enterpriseId, table) => {
      const result = await move(tools, enterpriseId, table);
      if (result.failed > 0) failed.add(enterpriseId);
      return result;
    },
  });
  if (isDone) for (const id of ids) if (!failed.has(id)) await finish(tools, id, keys.get(id)!.keyId);
  const complete = isDone && failed.size === 0;
  return { enterprises: ids.length, new_keys: made, resumed: ids.length - made, complete };
}

// The enterprise's row is locked, so that concurrent runs agree on one key.
function begin({ transactions, dataKeys }: KeyTools, enterpriseId: string) {
  return transactions.run({ role: 'app', enterpriseId }, async (transaction) => {
    await transaction.query(
      `SELECT enterprise_id FROM platform.enterprises WHERE enterprise_id = $1 FOR NO KEY UPDATE`,
      [enterpriseId],
    );
    const [newest, older] = await transaction.query<{ key_id: string; rotated_at: Date | null }>(
      `SELECT key_id, rotated_at FROM platform.data_keys WHERE enterprise_id = $1
       ORDER BY created_at DESC, key_id DESC LIMIT 2`,
      [enterpriseId],
    );
    const isUnfinished = newest !== undefined && older !== undefined && newest.rotated_at === null;
    if (isUnfinished) return { keyId: newest.key_id, isNew: false };
    return { keyId: await dataKeys.create(enterpriseId), isNew: true };
  });
}

async function finish({ transactions }: KeyTools, enterpriseId: string, keyId: string): Promise<void> {
  await transactions.run({ role: 'app', enterpriseId }, (transaction) =>
    transaction.query(
      `UPDATE platform.data_keys SET rotated_at = $3
       WHERE enterprise_id = $1 AND key_id = $2 AND rotated_at IS NULL`,
      [enterpriseId, keyId, new Date()],
    ),
  );
}

async function move(tools: KeyTools, enterpriseId: string, table: SealedTable): Promise<PassResult> {
  const walk = { enterpriseId, table };
  const sum = { changed: 0, missed: 0, failed: 0 };
  for await (const page of pages(tools, walk)) {
    const tally = { rows: page.length, changed: 0, failed: 0 };
    for (const column of table.columns) {
      const sealed = await sealAnew(tools, { ...walk, column }, page);
      const changed = await change(tools, { ...walk, column }, sealed.changes);
      tally.changed += changed;
      tally.failed += sealed.failed;
      sum.missed += sealed.changes.length - changed;
    }
    sum.changed += tally.changed;
    sum.failed += tally.failed;
    tools.progress.add(table.table, tally);
  }
  return sum;
}

interface Column {
  readonly enterpriseId: string;
  readonly table: SealedTable;
  readonly column: string;
}

async function sealAnew({ cipher, dataKeys }: KeyTools, at: Column, page: readonly SealedRow[]) {
  const changes: Change[] = [];
  let failed = 0;
  const { id: active } = await dataKeys.active(at.enterpriseId);
  for (const row of page) {
    const old = row.columns[at.column];
    if (!Buffer.isBuffer(old) || sealedWith(old) === active) continue;
    const place = placeOf(at, row, at.column);
    try {
      changes.push({ key: row.key, old, fresh: await cipher.seal(place, await cipher.openBytes(place, old)) });
    } catch {
      failed += 1;
    }
  }
  return { changes, failed };
}
