import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { currentTransaction, interval, rowValues } from '@payments/persistence';
import { workContext } from '@payments/observability';
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
}

/**
 * Inserts tasks from a JSON parameter. A queue has at most one task for a subject. Rescheduling a subject revokes the
 * current worker's lease, because what the worker read is stale.
 */
function insertTasks(parameter: string): string {
  return `INSERT INTO platform.tasks (enterprise_id, id, queue, subject_id, run_at, request_id, trace_parent)
    SELECT t.enterprise_id, t.id, t.queue, t.subject_id, COALESCE(t.due_at, now() + ${interval('t.due_in_ms')}),
      t.request_id, t.trace_parent
    FROM jsonb_to_recordset(${parameter}::jsonb) AS t(enterprise_id uuid, id uuid, queue text, subject_id uuid,
      due_at timestamptz, due_in_ms float8, request_id text, trace_parent text)
    ON CONFLICT (enterprise_id, queue, subject_id)
      DO UPDATE SET run_at = excluded.run_at, lease_token = NULL, attempt = 0, crash_count = 0,
        request_id = excluded.request_id, trace_parent = excluded.trace_parent`;
}

/**
 * Inserts the first task of a new subject, due now, as one CTE, for each row of `source`. Its parameters are the
 * `taskValues`, as `parameter` numbers them.
 */
export function insertTask(parameter: () => string, source: string): string {
  return `INSERT INTO platform.tasks (${TASK_COLUMNS.join(', ')}, run_at)
    SELECT ${TASK_COLUMNS.map(parameter).join(', ')}, now() FROM ${source}`;
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

/** The parameter that `insertTasks` reads. */
function tasksParameter(tasks: readonly TaskDraft[]): string {
  return JSON.stringify(tasks.map((task) => ({ ...toRow(task), due_at: task.dueAt, due_in_ms: task.dueInMs ?? 0 })));
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

/** The outbox of work: a task is written in the transaction that makes it necessary, and outlives any queue store. */
@Injectable()
export class Tasks {
  constructor(private readonly wake: WakeSignal) {}

  async schedule(tasks: readonly TaskDraft[]): Promise<void> {
    if (tasks.length === 0) return;
    const transaction = currentTransaction();
    await transaction.query(insertTasks('$1'), [tasksParameter(tasks)], 'insert-tasks');
    transaction.afterCommit(() => this.wake.send());
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
