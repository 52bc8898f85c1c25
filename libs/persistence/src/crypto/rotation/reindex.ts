import { violatedUnique } from '../../database/sqlstate.js';
import type { BlindIndex, SealedTable } from '../sealed-columns.js';
import { columnsOfIndexes, staleIndex } from './blind-indexes.js';
import { untilNothingIsLeft } from './passes.js';
import type { PassResult } from './passes.js';
import { change, pages } from './rows.js';
import type { Change, SealedRow, Walk } from './rows.js';
import type { KeyTools } from './key-tools.js';

/** A row whose hash under the new key another row has: both were accepted while the key changed. */
interface Duplicate {
  readonly enterprise_id: string;
  readonly table: string;
  readonly column: string;
  readonly row: string;
}

export interface Reindexing {
  readonly enterprises: number;
  readonly duplicates: readonly Duplicate[];
  readonly complete: boolean;
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Recomputes the blind indexes with the key of the key ring. Correct values are unchanged. */
export async function reindexKeys(tools: KeyTools, ids: readonly string[]): Promise<Reindexing> {
  const duplicates = new Map<string, Duplicate>();
  let failed = 0;
  const isDone = await untilNothingIsLeft(tools, {
    enterpriseIds: ids,
    tables: tools.sealed.tables.filter(({ indexes = [] }) => indexes.length > 0),
    what: 'recomputing the lookup hashes',
    settledAt: 0,
    one: async (enterpriseId, table) => {
      const result = await hashAnew(tools, { enterpriseId, table }, duplicates);
      failed += result.failed;
      return result;
    },
  });
  const left = [...duplicates.values()];
  return { enterprises: ids.length, duplicates: left, complete: isDone && failed === 0 && left.length === 0 };
}

interface Tables {
  readonly enterpriseId: string;
  readonly table: SealedTable;
}

async function hashAnew(tools: KeyTools, at: Tables, duplicates: Map<string, Duplicate>): Promise<PassResult> {
  const walk: Walk = { ...at, also: columnsOfIndexes(at.table) };
  const sum = { changed: 0, missed: 0, failed: 0 };
  for await (const page of pages(tools, walk)) {
    const tally = { rows: page.length, changed: 0, failed: 0 };
    for (const index of at.table.indexes ?? []) {
      const { changes, failed } = await stale(tools, { ...walk, index }, page);
      const changed = await write(tools, { ...walk, column: index.column }, changes);
      for (const { key } of changed.taken) {
        const row = key.join('/');
        const found = { enterprise_id: at.enterpriseId, table: at.table.table, column: index.column, row };
        duplicates.set(`${row} ${index.column}`, found);
      }
      tally.changed += changed.written;
      tally.failed += failed;
      sum.missed += changes.length - changed.written - changed.taken.length;
    }
    sum.changed += tally.changed;
    sum.failed += tally.failed;
    tools.progress.add(at.table.table, tally);
  }
  return sum;
}

async function stale(tools: KeyTools, at: Walk & { index: BlindIndex }, page: readonly SealedRow[]) {
  const changes: Change[] = [];
  let failed = 0;
  for (const row of page) {
    const found = await staleIndex(tools, at, row).catch(() => 'failed' as const);
    if (found === 'failed') failed += 1;
    else if (found !== undefined) changes.push(found);
  }
  return { changes, failed };
}

// The whole page at once, or one by one when one of its hashes is taken.
async function write(tools: KeyTools, at: Walk & { column: string }, changes: readonly Change[]) {
  const taken: Change[] = [];
  try {
    return { written: await change(tools, at, changes), taken };
  } catch (error) {
    if (violatedUnique(error) === undefined && !isHeld(error)) throw error;
  }
  let written = 0;
  for (const one of changes) {
    try {
      written += await change(tools, at, [one]);
    } catch (error) {
      if (violatedUnique(error) !== undefined) taken.push(one);
      else if (!isHeld(error)) throw error;
    }
  }
  return { written, taken };
}

function isHeld(error: unknown): boolean {
  return (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE;
}
