import { idBefore } from '@payments/kernel';
import type { Config } from '@payments/config';
import type { Transaction } from '../database/transaction.js';
import type { Log } from '@payments/observability';

/** So many rows go in one transaction, about. */
export const REMOVED_AT_ONCE = 500;

export interface RetentionStep {
  /** In the role `maintenance`, with the tenant set unless the rule is of all enterprises. */
  readonly transaction: Pick<Transaction, 'query'>;
  /** Undefined for a rule of all enterprises. */
  readonly enterpriseId: string | undefined;
  /** What is older goes. */
  readonly before: Date;
  readonly now: Date;
  readonly log: Log;
}

/** What is kept for a limited time. */
export interface RetentionRule {
  /** What it is, as the log and the metric name it. */
  readonly what: string;
  /** How long it is kept, in milliseconds: after it came, or ended, or expired, as `remove` has it. */
  readonly keptMs: (config: Config) => number;
  /** Set where rows are looked for over all enterprises at once. */
  readonly ofAll?: boolean;
  /** Removes up to `REMOVED_AT_ONCE` of what is old. Returns how many: as many as that, and there may be more. */
  readonly remove: (step: RetentionStep) => Promise<number>;
}

interface OldRows {
  readonly table: string;
  /** A column that finds a row by the primary key, within the enterprise. */
  readonly key: string;
  /** A condition on `r`. $1 is the time before which rows are old; $3, where it is needed, the id of that time. */
  readonly isOld: string;
}

/** Removes rows by a condition. It is asked for twice: a row may change while the removal waits for it. */
export function removeRows({ table, key, isOld }: OldRows): RetentionRule['remove'] {
  return async ({ transaction, enterpriseId, before }) => {
    const where = `${enterpriseId === undefined ? '' : 'r.enterprise_id = $2 AND '}(${isOld})`;
    const removed = await transaction.query(
      `DELETE FROM ${table} AS r
       WHERE ${where} AND r.${key} = ANY(ARRAY(SELECT r.${key} FROM ${table} AS r WHERE ${where} LIMIT ${REMOVED_AT_ONCE}))
       RETURNING r.${key}`,
      [
        ...[before, ...(enterpriseId === undefined ? [] : [enterpriseId])],
        ...(isOld.includes('$3') ? [idBefore(before)] : []),
      ],
    );
    return removed.length;
  };
}
