import { Injectable } from '@nestjs/common';
import { Ledger } from '@payments/ledger';
import { Tasks } from '@payments/messaging';
import type { Routing } from '../domain/leg-steps.js';
import type { Transfer } from '../domain/transfer.js';
import type { ScheduledStep } from '../domain/transfer-changes.js';
import { BankingTime } from './banking-time.js';
import type { BankingMoment } from './banking-time.js';
import { Transfers } from './ports.js';
import type { ChangedTransfer } from './ports.js';
import { transferQueues } from './queues.js';
import { Routes } from './routes.js';
import { StepObservers } from './step-observers.js';
import type { ObservedStep } from './step-observers.js';

const QUEUE_OF: Readonly<Record<ScheduledStep['kind'], string>> = {
  hand_over: transferQueues.submissions,
  end_of_hold: transferQueues.holds,
};

/** The input of a step besides the transfers: the time, and the available rails. */
export interface StepContext extends BankingMoment {
  readonly routing: Routing;
}

interface SavedStep extends Pick<ObservedStep, 'statuses'> {
  readonly time?: BankingMoment;
  readonly memos?: ReadonlyMap<string, unknown> | undefined;
}

/**
 * The only way to advance transfers: they are locked, the step runs, and its changes are written with their
 * consequences: events, history, ledger entries, and scheduled steps.
 */
@Injectable()
export class TransferSteps {
  constructor(
    private readonly transfers: Transfers,
    private readonly routes: Routes,
    private readonly bankingTime: BankingTime,
    private readonly tasks: Tasks,
    private readonly ledger: Ledger,
    private readonly observers: StepObservers,
  ) {}

  /**
   * In the current unit of work. Returns the result of the step. `memos` are those of the legs whose next task this
   * process may start itself; the step may fill it.
   */
  async take<T>(
    which: Parameters<Transfers['lock']>[0],
    step: (transfers: readonly Transfer[], context: StepContext) => T | Promise<T>,
    memos?: ReadonlyMap<string, unknown>,
  ): Promise<T> {
    const time = await this.bankingTime.read();
    const transfers = await this.transfers.lock(which);
    const statuses = statusesOf(transfers);
    const routing = await this.routes.prepare(transfers);
    const result = await step(transfers, { ...time, routing });
    await this.save(transfers, { statuses, time, memos });
    return result;
  }

  /** As `take`, for a step that needs neither the banking time nor the rails. */
  async change<T>(
    which: Parameters<Transfers['lock']>[0],
    step: (transfers: readonly Transfer[]) => T | Promise<T>,
  ): Promise<T> {
    const transfers = await this.transfers.lock(which);
    const statuses = statusesOf(transfers);
    const result = await step(transfers);
    await this.save(transfers, { statuses });
    return result;
  }

  // The balances come last, so that they are locked briefly.
  private async save(transfers: readonly Transfer[], { statuses, time, memos }: SavedStep): Promise<void> {
    const changed = transfers.map((transfer) => ({ transfer, changes: transfer.takeChanges() }));
    const steps = changed.flatMap(({ changes }) => changes.steps);
    await this.transfers.save(changed);
    await this.observe({
      transfers: moved(changed),
      statuses,
      legs: changed.flatMap(({ changes }) => changes.legs),
      before: changed.flatMap(({ changes }) => changes.before),
      subledgers: subledgersOf(changed),
    });
    if (steps.length > 0) await this.schedule(steps, time ?? (await this.bankingTime.read()), memos);
    await this.ledger.post(changed.flatMap(({ changes }) => changes.postings));
  }

  private async observe(step: ObservedStep): Promise<void> {
    if (step.transfers.length === 0 && step.legs.length === 0) return;
    for (const observer of this.observers.all()) await observer.observe(step);
  }

  private schedule(
    steps: readonly ScheduledStep[],
    time: BankingMoment,
    memos?: ReadonlyMap<string, unknown>,
  ): Promise<void> {
    return this.tasks.schedule(
      steps.map((step) => ({
        ...{ queue: QUEUE_OF[step.kind], subjectId: step.leg_id, memo: memos?.get(step.leg_id) },
        ...time.due(step),
      })),
    );
  }
}

function statusesOf(transfers: readonly Transfer[]): ObservedStep['statuses'] {
  return new Map(transfers.map((transfer) => transfer.snapshot()).map(({ id, status }) => [id, status]));
}

function moved(changed: readonly ChangedTransfer[]): ObservedStep['transfers'] {
  return changed.filter(({ changes }) => changes.statuses.length > 0).map(({ transfer }) => transfer.snapshot());
}

function subledgersOf(changed: readonly ChangedTransfer[]): ObservedStep['subledgers'] {
  const states = changed.filter(({ changes }) => changes.legs.length > 0).map(({ transfer }) => transfer.snapshot());
  return new Map(
    states.flatMap(({ id, subledger_id }) => (subledger_id === null ? [] : [[id, subledger_id] as const])),
  );
}
