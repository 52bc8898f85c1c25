import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { newId, UnitOfWork } from '@payments/kernel';
import {
  currentTransaction,
  Enterprises,
  interval,
  isLockTimeout,
  isRetryable,
  isUnavailable,
} from '@payments/persistence';
import type { ClaimJob } from '../queue/queues.js';
import { withSpan, workContext } from '@payments/observability';
import type { WorkContext } from '@payments/observability';
import { Claim, claimedTask, LeaseLostError } from './claim.js';
import { ClockGuard } from './clock-guard.js';
import type { ClaimedTask } from './claim.js';
import { DeadLetters, MAX_ATTEMPTS } from './dead-letters.js';
import type { TaskHandler, TaskHandlerOptions } from './handlers.js';
import { JobTelemetry } from './job-telemetry.js';
import { LocalDispatch } from './local-dispatch.js';
import type { JobEnd } from './job-telemetry.js';
import { PoisonTaskQuarantine } from './poison-task-quarantine.js';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 5 * 60_000;
const NEXT_TRY_MS = 1_000;
const RETRY_MS = 1_000;

/** Runs a handler on the tasks that a job names, if they are still held under the job's lease. */
@Injectable()
export class TaskRunner {
  private readonly running = new Map<Claim, WorkContext>();
  private readonly quarantine = new PoisonTaskQuarantine();
  private stopping = false;
  private ended = false;

  constructor(
    private readonly enterprises: Enterprises,
    private readonly unitOfWork: UnitOfWork,
    private readonly deadLetters: DeadLetters,
    private readonly jobTelemetry: JobTelemetry,
    private readonly local: LocalDispatch,
    readonly clock: ClockGuard,
  ) {}

  /** Lets this process start tasks of the handler's queue itself. */
  serve(handler: TaskHandler, options: TaskHandlerOptions): void {
    this.local.serve(options, (claim) => this.runLocal(handler, options, claim));
  }

  /** Calls `listener` whenever a slot for a claim becomes free. */
  whenFree(listener: () => void): void {
    this.local.whenFree(listener);
  }

  /** Runs the tasks of a job that are still held under its lease. */
  run(handler: TaskHandler, options: TaskHandlerOptions, job: ClaimJob): Promise<void> {
    const { queue, leaseSeconds } = options;
    const work = async () => {
      const token = newId();
      const claim = await this.retryUntilAvailable(() => this.takeOver(job, token, leaseSeconds));
      if (claim.tasks.length > 0) await this.runClaim(handler, queue, claim);
    };
    const context = { requestId: job.lease_token, actor: queue };
    return this.local.inSlot(queue, () => this.inEnterprise(job.enterprise_id, context, work));
  }

  private async runLocal(handler: TaskHandler, { queue }: TaskHandlerOptions, claim: Claim): Promise<void> {
    const work = () => this.runClaim(handler, queue, claim);
    try {
      await this.inEnterprise(claim.enterpriseId, { requestId: claim.token, actor: queue }, work);
    } catch (error) {
      // The lease ends, and the relay finds the tasks.
      this.jobTelemetry.notReleased(error);
    }
  }

  private inEnterprise(enterpriseId: string, context: WorkContext, work: () => Promise<void>): Promise<void> {
    return workContext.run(context, async () => {
      context.tenant = await this.retryUntilAvailable(() => this.enterprises.get(enterpriseId));
      await work();
    });
  }

  private async runClaim(handler: TaskHandler, queue: string, claim: Claim): Promise<void> {
    if (this.ended || !this.clock.isRight) return this.unitOfWork.run(() => claim.requeue(0));
    if (!this.quarantine.take(claim, performance.now())) return this.retryAfterQuarantine(claim);
    const [first] = claim.tasks;
    const { requestId: claimId, tenant } = workContext.get();
    // A claim of several requests keeps its own id; a single task keeps the id of its request.
    const requestId = claim.tasks.length === 1 && first ? first.request_id : claimId;
    const span = this.jobTelemetry.resume(queue, claim.tasks, requestId);
    const context = { requestId, ...(tenant && { tenant }), actor: queue, ...(span && { span }) };
    const work = () => this.handle(handler, queue, claim);
    await workContext.run(context, () => (span === undefined ? work() : withSpan(span, work)));
  }

  /** Starts no further tasks of this process, and waits for those that run. */
  drain(): Promise<void> {
    return this.local.drain();
  }

  /** Stops waiting for an unavailable database. */
  stop(): void {
    this.stopping = true;
  }

  /**
   * Requeues the running tasks when the process stops, so that other workers can start them at once. Results that arrive
   * later are not written.
   */
  async requeueAll(): Promise<void> {
    this.ended = true;
    const requeue = ([claim, context]: [Claim, WorkContext]) =>
      workContext.run(context, () => this.unitOfWork.run(() => claim.requeue(0)));
    for (const ended of await Promise.allSettled([...this.running].map(requeue))) {
      if (ended.status === 'rejected') this.jobTelemetry.notReleased(ended.reason);
    }
  }

  // The lease of the job becomes one of this run: a queue that hands the same job out twice finds nothing the second
  // time, and the job's waiting time does not shorten the lease. A repeated call counts once.
  private async takeOver(
    { enterprise_id, lease_token, task_ids }: ClaimJob,
    token: string,
    leaseSeconds: number,
  ): Promise<Claim> {
    const tasks = await this.unitOfWork.run(() =>
      currentTransaction().query<ClaimedTask>(
        `UPDATE platform.tasks SET lease_token = $4, run_at = now() + ${interval('$5::float8')},
           attempt = attempt + (lease_token = $3)::int, crash_count = crash_count + (lease_token = $3)::int
         WHERE enterprise_id = $1 AND id = ANY($2::uuid[]) AND lease_token IN ($3, $4)
         RETURNING ${claimedTask('tasks', '$5::float8')}`,
        [enterprise_id, task_ids, lease_token, token, leaseSeconds * 1_000],
        'take-over-lease',
      ),
    );
    return new Claim(enterprise_id, token, tasks);
  }

  private async handle(handler: TaskHandler, queue: string, claim: Claim): Promise<void> {
    const startedAt = performance.now();
    let outcome: JobEnd['outcome'] = 'done';
    let failure: unknown;
    this.running.set(claim, workContext.get());
    try {
      await handler.handle(claim);
    } catch (error) {
      failure = error;
      const isLeaseLost = error instanceof LeaseLostError;
      outcome = isLeaseLost ? 'lease_lost' : 'failed';
      workContext.find()?.span?.fail(error);
      await (isLeaseLost ? this.drop(claim) : this.retryLater(claim, error));
    } finally {
      this.running.delete(claim);
      this.quarantine.end(claim);
    }
    this.jobTelemetry.ended(queue, claim, { outcome, failure, startedAt });
  }

  private async retryAfterQuarantine(claim: Claim): Promise<void> {
    // In a different order each time.
    const waitMs = NEXT_TRY_MS * (1 + Math.random());
    await this.retryUntilAvailable(() => this.unitOfWork.run(() => claim.requeue(waitMs)));
  }

  // A lost lease is neither a crash nor a failure, so nothing is counted. The tasks that are still held are requeued, so
  // that they need not wait for their leases to end.
  private async drop(claim: Claim): Promise<void> {
    const requeue = async () => {
      await claim.forgiveCrash('untried');
      await claim.requeue(FIRST_RETRY_MS);
    };
    await this.untilReported(() => this.unitOfWork.run(requeue));
  }

  private async retryLater(claim: Claim, cause: unknown): Promise<void> {
    const error = cause instanceof Error ? cause.message.replaceAll('\0', '\uFFFD') : 'unknown';
    const attempt = Math.max(...claim.tasks.map((task) => task.attempt));
    const giveUp = async () => {
      if (attempt >= MAX_ATTEMPTS) return this.deadLetters.deadLetter(claim, 'failed', error);
      await this.unitOfWork.run(async () => {
        await claim.forgiveCrash('tried');
        await claim.release(retryDelay(attempt), error);
      });
    };
    await this.untilReported(giveUp);
  }

  private async untilReported(report: () => Promise<void>): Promise<void> {
    await this.retryUntilAvailable(report).catch((failure: unknown) => this.jobTelemetry.notReleased(failure));
  }

  // Retried until the database is available again: work without a report would count as a crash. A lock timeout is not an
  // outage, and is left to the end of the lease.
  private async retryUntilAvailable<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const isAway = (isUnavailable(error) && !isLockTimeout(error)) || isRetryable(error);
        if (!isAway || this.stopping) throw error;
        await sleep(RETRY_MS);
      }
    }
  }
}

function retryDelay(attempt: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LAST_RETRY_MS);
}
