import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { currentTransaction, interval, rowValues } from '@payments/persistence';
import { workContext } from '@payments/observability';
import { Claim, claimedTask } from './claim.js';
import type { ClaimedTask } from './claim.js';
import { LocalDispatch } from './local-dispatch.js';
import { WakeSignal } from './wake-signal.js';

const TASK_COLUMNS = ['enterprise_id', 'id', 'queue', 'subject_id', 'request_id', 'trace_parent'] as const;

/** When a task is due, by the database's clock: at an instant, in this many milliseconds, or now by default. */
export interface Due {
  readonly dueAt?: Date;
  /** Negative: ahead of what is due now. */
  readonly dueInMs?: number;
}

/** Work to do after the commit: its queue, its resource, and its due time. */
export interface TaskDraft extends Due {
  readonly queue: string;
  readonly subjectId: string;
  /** What its handler need not find out again if this process starts the task itself. Not stored. */
  readonly memo?: unknown;
}

/**
 * Inserts tasks from a JSON parameter, those with a `lease_token` under that lease if they are due. A queue has at most one
 * task for a subject. Rescheduling a subject revokes the current worker's lease, because what the worker read is stale.
 */
const INSERT_TASKS = `
  WITH draft AS (
    SELECT t.*, COALESCE(t.due_at, now() + ${interval('t.due_in_ms')}) AS due
    FROM jsonb_to_recordset($1::jsonb) AS t(enterprise_id uuid, id uuid, queue text, subject_id uuid, due_at timestamptz,
      due_in_ms float8, lease_token uuid, lease_ms float8, request_id text, trace_parent text)),
  placed AS (
    SELECT *, lease_token IS NOT NULL AND due <= now() AS is_leased FROM draft)
  INSERT INTO platform.tasks (enterprise_id, id, queue, subject_id, run_at, lease_token, attempt, crash_count, request_id,
    trace_parent)
  SELECT enterprise_id, id, queue, subject_id, CASE WHEN is_leased THEN now() + ${interval('lease_ms')} ELSE due END,
    CASE WHEN is_leased THEN lease_token END, is_leased::int, is_leased::int, request_id, trace_parent
  FROM placed
  ON CONFLICT (enterprise_id, queue, subject_id)
    DO UPDATE SET run_at = excluded.run_at, lease_token = excluded.lease_token, attempt = excluded.attempt,
      crash_count = excluded.crash_count, request_id = excluded.request_id, trace_parent = excluded.trace_parent
  RETURNING queue, lease_token, ${claimedTask('tasks', '0')}`;

/**
 * Inserts the first task of a new subject, due now: as one CTE for each row of `source`, or by itself. Its parameters are
 * the `taskValues`, as `parameter` numbers them.
 */
export function insertTask(parameter: () => string, source?: string): string {
  const values = `${TASK_COLUMNS.map(parameter).join(', ')}, now()`;
  return `INSERT INTO platform.tasks (${TASK_COLUMNS.join(', ')}, run_at)
    ${source === undefined ? `VALUES (${values})` : `SELECT ${values} FROM ${source} RETURNING 1`}`;
}

export function taskValues(task: Pick<TaskDraft, 'queue' | 'subjectId'>): unknown[] {
  return rowValues(toRow(task), TASK_COLUMNS);
}

/**
 * Creates tasks from a query, with the columns of `platform.tasks` from `enterprise_id` to `request_id`, due no later than
 * the given time. For subjects whose worker polls for new work: a leased task stays leased, and its worker locks
 * it before it ends it, so that no work is missed.
 */
export function expediteTasks(query: string): string {
  return `INSERT INTO platform.tasks AS task (enterprise_id, id, queue, subject_id, run_at, request_id) ${query}
    ON CONFLICT (enterprise_id, queue, subject_id)
      DO UPDATE SET run_at = LEAST(task.run_at, excluded.run_at) WHERE task.lease_token IS NULL`;
}

function toDraft(task: TaskDraft, lease: Lease | undefined): object {
  const draft = { ...toRow(task), due_at: task.dueAt, due_in_ms: task.dueInMs ?? 0 };
  if (lease === undefined || lease.free === 0) return draft;
  lease.free -= 1;
  return { ...draft, lease_token: lease.token, lease_ms: lease.leaseMs };
}

function toRow({ queue, subjectId }: Pick<TaskDraft, 'queue' | 'subjectId'>) {
  const { requestId, span } = workContext.get();
  return {
    enterprise_id: workContext.enterpriseId(),
    id: newId(),
    queue,
    subject_id: subjectId,
    request_id: requestId,
    trace_parent: span?.traceParent ?? null,
  };
}

/** Of a claim that this process starts itself. */
interface Lease {
  readonly token: string;
  readonly leaseMs: number;
  /** How many more tasks the claim takes. */
  free: number;
}

interface WrittenTask extends ClaimedTask {
  readonly queue: string;
  readonly lease_token: string | null;
}

/** The outbox of work: a task is written in the transaction that makes it necessary, and outlives any queue store. */
@Injectable()
export class Tasks {
  constructor(
    private readonly wake: WakeSignal,
    private readonly local: LocalDispatch,
  ) {}

  /** Writes tasks. Those that are due and that this process can start at once are started after the commit. */
  async schedule(tasks: readonly TaskDraft[]): Promise<void> {
    if (tasks.length === 0) return;
    const transaction = currentTransaction();
    const leases = this.leasesFor(tasks);
    const rows = JSON.stringify(tasks.map((task) => toDraft(task, leases.get(task.queue))));
    const written = await transaction.query<WrittenTask>(INSERT_TASKS, [rows], 'insert-tasks');
    const enterpriseId = workContext.enterpriseId();
    const memos = new Map(tasks.map(({ queue, subjectId, memo }) => [`${queue}/${subjectId}`, memo]));
    transaction.afterCommit(() => {
      for (const [queue, { token, leaseMs }] of leases) {
        const held = written
          .filter((task) => task.lease_token === token)
          .map((task) => ({ ...task, age_ms: task.age_ms - leaseMs, memo: memos.get(`${queue}/${task.subject_id}`) }));
        if (held.length > 0) this.local.begin(queue, new Claim(enterpriseId, token, held));
      }
      if (written.some(({ lease_token }) => lease_token === null)) this.wake.send();
    });
  }

  // One claim of each queue, no larger than a batch. The relay finds the rest.
  private leasesFor(tasks: readonly TaskDraft[]): Map<string, Lease> {
    const leases = new Map<string, Lease>();
    for (const queue of new Set(tasks.map((task) => task.queue))) {
      const options = this.local.optionsOf(queue);
      if (options === undefined) continue;
      leases.set(queue, { token: newId(), leaseMs: options.leaseSeconds * 1_000, free: options.batchSize });
    }
    return leases;
  }

  /** Whether this process can start tasks of the queue soon. */
  canStart(queue: string): boolean {
    return this.local.optionsOf(queue) !== undefined;
  }

  /** Expedites scheduled tasks. Running and due tasks stay unchanged. */
  async expedite(tasks: readonly Omit<TaskDraft, 'dueAt'>[]): Promise<void> {
    if (tasks.length === 0) return;
    const transaction = currentTransaction();
    await transaction.query(
      `UPDATE platform.tasks t SET run_at = e.run_at
       FROM (SELECT queue, subject_id, now() + ${interval('due_in_ms')} AS run_at
         FROM jsonb_to_recordset($2::jsonb) AS r(queue text, subject_id uuid, due_in_ms float8)) AS e
       WHERE t.enterprise_id = $1 AND t.queue = e.queue AND t.subject_id = e.subject_id
         AND t.lease_token IS NULL AND t.run_at > e.run_at`,
      [
        workContext.enterpriseId(),
        JSON.stringify(
          tasks.map(({ queue, subjectId, dueInMs = 0 }) => ({ queue, subject_id: subjectId, due_in_ms: dueInMs })),
        ),
      ],
    );
    transaction.afterCommit(() => this.wake.send());
  }

  /** Whether tasks of the current tenant are due or running in any of the queues. */
  async areAtWork(queues: readonly string[]): Promise<boolean> {
    const found = await currentTransaction().query(
      `SELECT FROM platform.tasks
       WHERE enterprise_id = $1 AND queue = ANY($2::text[]) AND (run_at <= now() OR lease_token IS NOT NULL) LIMIT 1`,
      [workContext.enterpriseId(), queues],
    );
    return found.length > 0;
  }
}
