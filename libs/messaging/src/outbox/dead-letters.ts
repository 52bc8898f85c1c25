import { Injectable } from '@nestjs/common';
import { Transactions } from '@payments/persistence';
import { Log } from '@payments/observability';

/** Starts in a row without a reported outcome before a task becomes a dead letter. */
export const MAX_CRASHES = 5;
/** Failures before a task becomes a dead letter: 3.5 days at five-minute intervals, longer than a weekend. */
export const MAX_ATTEMPTS = 1_000;

const CRASHED = `started ${MAX_CRASHES} times in a row without a result: its worker crashed or hung`;

/** Tasks of one enterprise that are held under one lease. */
interface Held {
  readonly enterpriseId: string;
  readonly token: string;
  readonly tasks: readonly { readonly id: string }[];
}

/** Which dead letters to redrive: all, or those that match. */
export interface DeadLetterFilter {
  readonly queue?: string | undefined;
  readonly id?: string | undefined;
}

export interface DeadLetter {
  readonly enterprise_id: string;
  readonly id: string;
  readonly queue: string;
  readonly subject_id: string;
  readonly reason: 'crashed' | 'failed';
  readonly cause: string;
  readonly attempts: number;
  readonly request_id: string;
  readonly created_at: Date;
  readonly dead_lettered_at: Date;
}

/** Tasks that are no longer retried. They are kept with their cause until an operator redrives them. */
@Injectable()
export class DeadLetters {
  constructor(
    private readonly transactions: Transactions,
    private readonly log: Log,
  ) {}

  /** Moves tasks from their queue to the dead letters; `error` is their failure. Tasks with a lost lease are skipped. */
  async deadLetter({ enterpriseId, token, tasks }: Held, reason: DeadLetter['reason'], error?: string): Promise<void> {
    if (tasks.length === 0) return;
    const letters = await this.transactions.run({ role: 'app', enterpriseId }, (transaction) =>
      transaction.query<Pick<DeadLetter, 'id' | 'queue' | 'attempts' | 'cause'>>(
        `WITH dead AS (
           DELETE FROM platform.tasks WHERE enterprise_id = $1 AND lease_token = $2 AND id = ANY($3::uuid[]) RETURNING *)
         INSERT INTO platform.dead_letters AS known
           (enterprise_id, id, queue, subject_id, reason, cause, attempts, request_id, created_at, dead_lettered_at)
         SELECT enterprise_id, id, queue, subject_id, $4, left($5, 500), attempt, request_id, created_at, now()
         FROM dead
         ON CONFLICT (enterprise_id, queue, subject_id) DO UPDATE
           SET id = excluded.id, reason = excluded.reason, cause = excluded.cause, attempts = excluded.attempts,
             request_id = excluded.request_id, created_at = excluded.created_at, dead_lettered_at = excluded.dead_lettered_at
         RETURNING id, queue, attempts, cause`,
        [enterpriseId, token, tasks.map(({ id }) => id), reason, error ?? CRASHED],
      ),
    );
    for (const { id, queue, attempts } of letters) {
      this.log.error('dead_letter', { queue, task_id: id, attempt: attempts, reason });
    }
  }

  /** The enterprises that have some. */
  async enterpriseIds(): Promise<string[]> {
    const rows = await this.transactions.run({ role: 'relay' }, (transaction) =>
      transaction.query<{ enterprise_id: string }>(
        `SELECT DISTINCT enterprise_id FROM platform.dead_letters ORDER BY enterprise_id`,
      ),
    );
    return rows.map(({ enterprise_id }) => enterprise_id);
  }

  /** Those of an enterprise, oldest first. */
  async find(enterpriseId: string, { queue, id }: DeadLetterFilter): Promise<DeadLetter[]> {
    return this.transactions.run({ role: 'app', enterpriseId }, (transaction) =>
      transaction.query<DeadLetter>(
        `SELECT enterprise_id, id, queue, subject_id, reason, cause, attempts, request_id, created_at, dead_lettered_at
         FROM platform.dead_letters
         WHERE enterprise_id = $1 AND ($2::text IS NULL OR queue = $2) AND ($3::uuid IS NULL OR id = $3)
         ORDER BY dead_lettered_at, id`,
        [enterpriseId, queue ?? null, id ?? null],
      ),
    );
  }

  /** Turns them into new tasks that are due now. A subject with a newer task keeps that one. */
  async redrive(enterpriseId: string, ids: readonly string[]): Promise<void> {
    await this.transactions.run({ role: 'app', enterpriseId }, (transaction) =>
      transaction.query(
        `WITH alive AS (
           DELETE FROM platform.dead_letters WHERE enterprise_id = $1 AND id = ANY($2::uuid[]) RETURNING *)
         INSERT INTO platform.tasks (enterprise_id, id, queue, subject_id, run_at, request_id, created_at)
         SELECT enterprise_id, id, queue, subject_id, now(), request_id, created_at FROM alive
         ON CONFLICT (enterprise_id, queue, subject_id) DO NOTHING`,
        [enterpriseId, ids],
      ),
    );
  }
}
