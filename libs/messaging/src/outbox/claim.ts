import { currentTransaction, interval, millisecondsBetween } from '@payments/persistence';

const MAX_ERROR = 500;

export interface ClaimedTask {
  readonly id: string;
  readonly subject_id: string;
  /** 1 for the first try. */
  readonly attempt: number;
  /** How many runs in a row started and reported no result, including this one. */
  readonly crash_count?: number;
  readonly request_id: string;
  /** Of the work that created the task; null when it is not traced. */
  readonly trace_parent: string | null;
  /** Time since the task was created. */
  readonly age_ms: number;
  /** Of the task's draft, if the process that made the task started it. */
  readonly memo?: unknown;
}

/**
 * The columns of a `ClaimedTask`, of the table or alias `tasks`, as an update returns them that leased it for `leaseMs`. The age
 * follows from the end of the lease, because a distributed database returns nothing that it makes up.
 */
export function claimedTask(tasks: string, leaseMs: string): string {
  const columns = ['id', 'subject_id', 'attempt', 'crash_count', 'request_id', 'trace_parent'];
  const age = `${millisecondsBetween(`${tasks}.created_at`, `${tasks}.run_at`)} - ${leaseMs}`;
  return `${columns.map((column) => `${tasks}.${column}`).join(', ')}, ${age} AS age_ms`;
}

/** The lease ran out, or newer work replaced the task: the current result is stale and must not be written. */
export class LeaseLostError extends Error {
  constructor() {
    super('the lease of a task was lost; its result is discarded');
  }
}

/**
 * Tasks of one enterprise and queue that this worker holds under one lease. All writes for them happen
 * in the transaction that completes or postpones them, so a worker that lost its lease writes nothing.
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

  /** Removes the tasks, and earlier dead letters of their subjects. @throws LeaseLostError when one of them is no longer held. */
  async complete(tasks: readonly ClaimedTask[] = this.tasks): Promise<void> {
    if (tasks.length === 0) return;
    const done = await currentTransaction().query(
      `WITH done AS (
         DELETE FROM platform.tasks WHERE enterprise_id = $1 AND id = ANY($2::uuid[]) AND lease_token = $3
         RETURNING id, queue, subject_id),
       outlived AS (
         DELETE FROM platform.dead_letters WHERE enterprise_id = $1
           AND (queue, subject_id) IN (SELECT queue, subject_id FROM done))
       SELECT id FROM done`,
      [this.enterpriseId, tasks.map(({ id }) => id), this.token],
      'complete-tasks',
    );
    if (done.length !== tasks.length) throw new LeaseLostError();
  }

  /** Extends the lease, which resets crash counts, and locks the tasks for the unit of work. @throws LeaseLostError */
  async extend(leaseSeconds: number): Promise<void> {
    const held = await currentTransaction().query(
      `UPDATE platform.tasks SET run_at = now() + ${interval('$4::float8')}, crash_count = 1
       WHERE enterprise_id = $1 AND id = ANY($2::uuid[]) AND lease_token = $3 RETURNING id`,
      [this.enterpriseId, this.tasks.map(({ id }) => id), this.token, leaseSeconds * 1_000],
      'renew-lease',
    );
    if (held.length !== this.tasks.length) throw new LeaseLostError();
  }

  /**
   * Postpones the tasks by `waitMs`. `restart` resets the attempts, because waiting is not a failure.
   * @throws LeaseLostError when one of them is no longer held.
   */
  async postpone(tasks: readonly ClaimedTask[], waitMs: number, { restart = false } = {}): Promise<void> {
    if (tasks.length === 0) return;
    const postponed = await this.requeueHeld(tasks, waitMs, { as: restart ? 'new' : 'tried' });
    if (postponed.length !== tasks.length) throw new LeaseLostError();
  }

  /** Requeues the tasks that are still held, to be retried after `waitMs`. */
  async release(waitMs: number, error: string): Promise<void> {
    await this.requeueHeld(this.tasks, waitMs, { as: 'tried', error: error.slice(0, MAX_ERROR) });
  }

  /**
   * Takes back a counted crash from tasks whose lease was lost: another worker started them before this one could report.
   * `untried` also takes back the attempt.
   */
  async forgiveCrash(as: 'tried' | 'untried'): Promise<void> {
    await currentTransaction().query(
      `UPDATE platform.tasks SET crash_count = GREATEST(crash_count - 1, 0),
         attempt = CASE WHEN $4 = 'untried' THEN GREATEST(attempt - 1, 0) ELSE attempt END
       WHERE enterprise_id = $1 AND id = ANY($2::uuid[]) AND lease_token IS DISTINCT FROM $3`,
      [this.enterpriseId, this.tasks.map(({ id }) => id), this.token, as],
      'forgive-crash',
    );
  }

  /** Requeues the tasks that are still held, as if they had never been started. */
  async requeue(waitMs: number): Promise<void> {
    await this.requeueHeld(this.tasks, waitMs, { as: 'untried' });
  }

  private requeueHeld(
    tasks: readonly ClaimedTask[],
    waitMs: number,
    { as, error = null }: { readonly as: 'new' | 'tried' | 'untried'; readonly error?: string | null },
  ): Promise<object[]> {
    return currentTransaction().query(
      `UPDATE platform.tasks SET run_at = now() + ${interval('$4::float8')}, lease_token = NULL,
         last_error = CASE WHEN $6 = 'untried' THEN last_error ELSE $5 END,
         attempt = CASE WHEN $6 = 'new' THEN 0 WHEN $6 = 'untried' THEN GREATEST(attempt - 1, 0) ELSE attempt END,
         crash_count = CASE WHEN $6 = 'untried' THEN GREATEST(crash_count - 1, 0) ELSE 0 END
       WHERE enterprise_id = $1 AND id = ANY($2::uuid[]) AND lease_token = $3 RETURNING id`,
      [this.enterpriseId, tasks.map(({ id }) => id), this.token, waitMs, error, as],
      'requeue-tasks',
    );
  }
}
