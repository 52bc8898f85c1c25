import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyTools } from './key-tools.js';
import type { SealedTable } from '../sealed-columns.js';
import { countRows } from './rows.js';

const PASSES = 50;
const BETWEEN_PASSES_MS = 200;

/** The result of a pass over one table of one enterprise. */
export interface PassResult {
  /** Values that were written. */
  readonly changed: number;
  /** Values that another transaction had locked or changed. */
  readonly missed: number;
  /** Values that cannot be moved, however often they are retried. */
  readonly failed: number;
}

export interface Passes {
  readonly enterpriseIds: readonly string[];
  readonly tables: readonly SealedTable[];
  readonly what: string;
  /** The latest time an old value can have been written, by `performance.now()`. */
  readonly settledAt: number;
  readonly one: (enterpriseId: string, table: SealedTable) => Promise<PassResult>;
}

/**
 * Repeats passes over the tables until one that began after `settledAt` finds nothing to do. Returns whether it got
 * there; failed values count as done.
 */
export async function untilNothingIsLeft(tools: KeyTools, passes: Passes): Promise<boolean> {
  const { enterpriseIds, tables, what, settledAt, one } = passes;
  const total = await countRows(tools, enterpriseIds, tables);
  for (let pass = 1; pass <= PASSES; pass++) {
    if (pass > 1) await wait(tools, settledAt);
    const isSettled = performance.now() >= settledAt;
    tools.progress.begin(pass === 1 ? what : `pass ${pass}: rows written in the meantime`, total);
    let left = 0;
    for (const enterpriseId of enterpriseIds) {
      for (const table of tables) {
        const { changed, missed } = await one(enterpriseId, table);
        left += changed + missed;
      }
    }
    if (left === 0 && isSettled) return true;
    if (isSettled) await sleep(BETWEEN_PASSES_MS);
  }
  return false;
}

async function wait({ progress }: KeyTools, settledAt: number): Promise<void> {
  const left = settledAt - performance.now();
  if (left <= 0) return;
  progress.say(`waiting ${Math.ceil(left / 1_000)} s until every process has the change`);
  await sleep(left);
}
