import { currentTransaction } from '../database/current-transaction.js';

export interface ClaimedTask {
  readonly id: string;
  readonly subject_id: string;
  /** 1 for the first try. */
  readonly attempt: number;
  readonly request_id: string;
  readonly created_at: Date;
}

/** The lease ran out, or newer work replaced the task: the result at hand is stale and must not be written. */
export class LeaseLostError extends Error {
  constructor() {
    super('the lease of a task was lost; its result is dropped');
  }
}

/**
 * Tasks of one enterprise and queue that this worker holds under one lease. Whatever is written for them is written
 * in the transaction that also completes or postpones them, so a worker that lost its lease writes nothing.
 */
export class Claim {
  constructor(
    readonly enterpriseId: string,
    readonly token: string,
    readonly tasks: readonly ClaimedTask[],
  ) {}

  get subjectIds(): string[] {
    return this.tasks.map(({ subject_id }) => subject_id);
  }

  /** Removes the tasks. @throws LeaseLostError when one of them is no longer held. */
  async complete(tasks: readonly ClaimedTask[] = this.tasks): Promise<void> {
    if (tasks.length === 0) return;
    const done = await currentTransaction().query(
      `DELETE FROM platform.tasks WHERE enterprise_id = $1 AND id = ANY($2::uuid[]) AND lease_token = $3 RETURNING id`,
      [this.enterpriseId, tasks.map(({ id }) => id), this.token],
      'complete-tasks',
    );
    if (done.length !== tasks.length) throw new LeaseLostError();
  }

  /**
   * Gives the tasks back until `runAt`. `restart` counts the attempts anew: waiting for something is no failure.
   * @throws LeaseLostError when one of them is no longer held.
   */
  async postpone(tasks: readonly ClaimedTask[], runAt: Date, { restart = false, error = '' } = {}): Promise<void> {
    if (tasks.length === 0) return;
    const released = await currentTransaction().query(
      `UPDATE platform.tasks SET run_at = $4, lease_token = NULL, last_error = NULLIF($5, ''),
         attempt = CASE WHEN $6 THEN 0 ELSE attempt END
       WHERE enterprise_id = $1 AND id = ANY($2::uuid[]) AND lease_token = $3 RETURNING id`,
      [this.enterpriseId, tasks.map(({ id }) => id), this.token, runAt, error, restart],
      'postpone-tasks',
    );
    if (released.length !== tasks.length) throw new LeaseLostError();
  }
}
