import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { LeaseLostError } from '@payments/messaging';
import { Metrics } from '@payments/observability';
import type { Claim } from '@payments/messaging';
import type { Business } from '../domain/business.js';
import type { VerificationOutcome } from '../domain/customer-status.js';
import type { Person } from '../domain/person.js';
import { customerMetrics } from './metrics.table.js';
import { PersonsAndBusinesses } from './persons-and-businesses.js';
import { CustomerScreener, ScreeningRuns } from './screening.ports.js';
import type { ScreeningRun, ScreeningSubject } from './screening.ports.js';

export const SCREENING_QUEUE = 'customer-screening';
export const SCREENING_LEASE_SECONDS = 60;

const BATCH = 200;
/** After this the task is requeued, so that a stopping worker and other enterprises need not wait. */
const SLICE_MS = 5_000;
/** Workers load a new list one after the other. */
const OTHER_LIST_MS = 1_000;

interface Batch {
  readonly run: ScreeningRun;
  readonly customers: number;
  readonly subjects: readonly ScreeningSubject[];
}

/** Screens the verified customers of an enterprise against the list in force, in batches that each commit on their own. */
@Injectable()
export class ScreenCustomers {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly customers: PersonsAndBusinesses,
    private readonly screener: CustomerScreener,
    private readonly runs: ScreeningRuns,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  async execute(claim: Claim): Promise<void> {
    const until = this.clock.now().getTime() + SLICE_MS;
    let goesOn = true;
    while (goesOn) goesOn = await this.step(claim, until);
  }

  private async step(claim: Claim, until: number): Promise<boolean> {
    const batch = await this.unitOfWork.run(() => this.nextBatch());
    if (batch === undefined) return this.end(() => claim.complete());
    const outcomes = await this.screener.screen(batch.subjects, batch.run.list_digest);
    if (outcomes === undefined) {
      return this.end(() => claim.postpone(claim.tasks, OTHER_LIST_MS, { restart: true }));
    }
    const now = this.clock.now();
    const stopped = await this.unitOfWork.run(async () => {
      const found = await this.stop(batch.subjects, outcomes, now);
      await this.advance(claim, batch, { matched: found.length, isLate: now.getTime() >= until });
      return found;
    });
    this.count(batch.subjects.length, stopped);
    return batch.subjects.length === BATCH && now.getTime() < until;
  }

  private async nextBatch(): Promise<Batch | undefined> {
    const run = await this.runs.current();
    if (run === undefined || run.finished_at !== null) return undefined;
    const customers = run.customers ?? (await this.runs.countVerified());
    return { run, customers, subjects: await this.runs.nextVerified(run.last_customer_id, BATCH) };
  }

  private async stop(
    subjects: readonly ScreeningSubject[],
    outcomes: ReadonlyMap<string, VerificationOutcome>,
    now: Date,
  ): Promise<(Person | Business)[]> {
    if (outcomes.size === 0) return [];
    const versions = new Map(subjects.map(({ state }) => [state.id, state.identity_version]));
    const found = await this.customers.findAll([...outcomes.keys()], { forUpdate: true });
    const stopped = found.filter((customer) => {
      const { id, status, identity_version } = customer.snapshot();
      // A customer with another status or a changed identity had a separate verification.
      if (status !== 'verified' || identity_version !== versions.get(id)) return false;
      customer.screened(outcomes.get(id)!, now);
      return true;
    });
    await this.customers.save(stopped);
    return stopped;
  }

  private async advance(
    claim: Claim,
    { run, customers, subjects }: Batch,
    { matched, isLate }: { readonly matched: number; readonly isLate: boolean },
  ): Promise<void> {
    const now = this.clock.now();
    const isLast = subjects.length < BATCH;
    const step = { customers, screened: subjects.length, matched, lastCustomerId: subjects.at(-1)?.state.id };
    if (!(await this.runs.advance(run, step, isLast ? now : null))) throw new LeaseLostError();
    if (isLast) return claim.complete();
    if (isLate) return claim.postpone(claim.tasks, 0, { restart: true });
    await claim.extend(SCREENING_LEASE_SECONDS);
  }

  private async end(work: () => Promise<void>): Promise<false> {
    await this.unitOfWork.run(work);
    return false;
  }

  private count(screened: number, stopped: readonly (Person | Business)[]): void {
    const metric = customerMetrics.payments_screened_customers_total;
    this.metrics.count(metric, { outcome: 'clear' }, screened - stopped.length);
    for (const customer of stopped) this.metrics.count(metric, { outcome: customer.snapshot().status });
  }
}
