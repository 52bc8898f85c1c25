import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyTools } from './key-tools.js';
import type { SealedTable } from '../sealed-columns.js';
import { countRows } from './rows.js';

const PASSES = 50;
const BETWEEN_PASSES_MS = 200;

/** What a pass over one table of one enterprise came to. */
export interface PassResult {
  /** Values that were written. */
  readonly changed: number;
  /** Values that another transaction had locked or changed. */
  readonly missed: number;
  /** Values that cannot be moved, however often it is tried. */
  readonly failed: number;
}

export interface Passes {
  readonly enterpriseIds: readonly string[];
  readonly tables: readonly SealedTable[];
  readonly what: string;
  /** When the last value of the old kind can have been written; in the clock of `performance`. */
  readonly settledAt: number;
  readonly one: (enterpriseId: string, table: SealedTable) => Promise<PassResult>;
}

/**
 * Goes over the tables until a pass that began after `settledAt` found nothing left to do. Returns whether it came to
 * that; values that failed count as done.
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
