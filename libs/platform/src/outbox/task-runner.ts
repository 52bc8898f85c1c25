import { Injectable } from '@nestjs/common';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import { currentTransaction } from '../database/current-transaction.js';
import type { ClaimJob } from '../queue/queues.js';
import { Log } from '../telemetry/log.js';
import { Metrics } from '../telemetry/metrics.js';
import { workContext } from '../tenancy/context.js';
import { Enterprises } from '../tenancy/enterprises.js';
import { Claim, LeaseLostError } from './claim.js';
import type { ClaimedTask } from './claim.js';
import type { TaskHandler, TaskHandlerOptions } from './handlers.js';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 5 * 60_000;

/** Runs a handler on the tasks that a job names, if they are still held under the job's lease. */
@Injectable()
export class TaskRunner {
  constructor(
    private readonly enterprises: Enterprises,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {}

  async run(handler: TaskHandler, { queue, leaseSeconds }: TaskHandlerOptions, job: ClaimJob): Promise<void> {
    const tenant = await this.enterprises.get(job.enterprise_id);
    await workContext.run({ requestId: job.lease_token, tenant, actor: queue }, async () => {
      const claim = await this.takeOver(job, leaseSeconds);
      if (claim.tasks.length === 0) return;
      const [first] = claim.tasks;
      // A claim of several requests keeps its own id; a single task goes on under the id of its request.
      const requestId = claim.tasks.length === 1 && first ? first.request_id : job.lease_token;
      await workContext.run({ requestId, tenant, actor: queue }, () => this.handle(handler, queue, claim));
    });
  }

  // The lease of the job becomes one of this run: a queue that hands the same job out twice finds nothing the second
  // time, and the time that the job waited is not taken from the work.
  private async takeOver({ enterprise_id, lease_token, task_ids }: ClaimJob, leaseSeconds: number): Promise<Claim> {
    const token = newId();
    const leaseUntil = new Date(this.clock.now().getTime() + leaseSeconds * 1000);
    const tasks = await this.unitOfWork.run(() =>
      currentTransaction().query<ClaimedTask>(
        `UPDATE platform.tasks SET lease_token = $4, run_at = $5
         WHERE enterprise_id = $1 AND id = ANY($2::uuid[]) AND lease_token = $3
         RETURNING id, subject_id, attempt, request_id, created_at`,
        [enterprise_id, task_ids, lease_token, token, leaseUntil],
        'take-over-claim',
      ),
    );
    return new Claim(enterprise_id, token, tasks);
  }

  private async handle(handler: TaskHandler, queue: string, claim: Claim): Promise<void> {
    const startedAt = performance.now();
    let outcome = 'done';
    let failure: unknown;
    try {
      await handler.handle(claim);
    } catch (error) {
      failure = error;
      outcome = error instanceof LeaseLostError ? 'lease_lost' : 'failed';
      await this.retryLater(claim, error);
    }
    const duration_ms = Math.round(performance.now() - startedAt);
    this.metrics.taskFinished(queue, outcome, { seconds: duration_ms / 1000, count: claim.tasks.length });
    const attempt = Math.max(...claim.tasks.map((task) => task.attempt));
    const fields = { queue, task_count: claim.tasks.length, attempt, outcome, duration_ms };
    if (failure === undefined) this.log.info('job', fields);
    else this.log.warn('job', { ...fields, error: failure });
  }

  // What is still held is given back, so that one lost lease does not keep the rest of a batch waiting for theirs.
  private async retryLater(claim: Claim, cause: unknown): Promise<void> {
    const error = cause instanceof Error ? cause.message : 'unknown';
    const attempt = Math.max(...claim.tasks.map((task) => task.attempt));
    const runAt = new Date(this.clock.now().getTime() + retryDelay(attempt));
    try {
      await this.unitOfWork.run(() => claim.release(runAt, error));
    } catch (failure) {
      // Nothing is lost: the lease ends by itself, and the tasks are then due again.
      this.log.warn('release_failed', { error: failure });
    }
  }
}

function retryDelay(attempt: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LAST_RETRY_MS);
}
