import { Injectable } from '@nestjs/common';
import {
  addBankingDays,
  DAY_MS,
  isBankingDay,
  newYorkDate,
  newYorkInstant,
  nextBankingDay,
  sameTimeOn,
  UnitOfWork,
} from '@payments/kernel';
import { Tasks } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import type { BankingMoment } from '../../application/banking-time.js';
import { EnterpriseRails } from '../../application/enterprise-rails.js';
import { BankingTimeWaiters } from '../../application/scheduled-work.js';
import type { ScheduledWork } from '../../application/scheduled-work.js';
import { hasWindow, nextWindow } from '../../domain/ach-windows.js';
import { sandboxErrors } from './sandbox.errors.js';
import { SandboxBankingTime } from './sandbox-banking-time.js';

const MAX_AHEAD_MS = 3_660 * DAY_MS;
const FIRST_PAUSE_MS = 10;
const LAST_PAUSE_MS = 200;
const PATIENCE_MS = 15_000;

export interface ClockView {
  /** Banking time. */
  readonly banking_time: string;
  /** The calendar day in New York. */
  readonly banking_date: string;
  readonly is_banking_day: boolean;
  /** How far banking time is ahead of real time. */
  readonly offset_seconds: number;
  /** The banking time until which transfers join the next window of same-day ACH; none where the bank has none. */
  readonly next_same_day_window_at?: string;
}

export interface AdvanceInput {
  readonly banking_days?: number;
  readonly to?: Date;
}

/** The banking clock of an enterprise in the sandbox. */
@Injectable()
export class SandboxClock {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly bankingTime: SandboxBankingTime,
    private readonly tasks: Tasks,
    private readonly waiters: BankingTimeWaiters,
    private readonly rails: EnterpriseRails,
  ) {}

  show(): Promise<ClockView> {
    return this.unitOfWork.run(async () => this.toView(await this.bankingTime.read()));
  }

  /**
   * Advances the clock from one scheduled instant to the next, and lets the worker do all due work before each advance. So
   * everything happens in order, and is done when this returns; after a while it stops waiting for a stuck worker, which
   * does the rest when it can.
   * @throws invalid_to when it would go back, or more than ten years ahead
   */
  async advance({ banking_days, to }: AdvanceInput): Promise<ClockView> {
    const patientUntil = performance.now() + PATIENCE_MS;
    const { now, at } = await this.unitOfWork.run(() => this.bankingTime.read());
    const target = to ?? sameTimeLater(at, banking_days!);
    if (target < at || target.getTime() - now.getTime() > MAX_AHEAD_MS) throw sandboxErrors.invalid_to();
    for (;;) {
      await this.untilQuiet(patientUntil);
      const limit = performance.now() < patientUntil ? undefined : target;
      const moved = await this.unitOfWork.run(() => this.moveOn(target, limit));
      if (moved.at < target) continue;
      await this.untilQuiet(patientUntil);
      return this.toView(moved);
    }
  }

  /** Sets the clock back to real time. */
  async reset(): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.lock();
      await this.setOffset(0);
    });
  }

  // To the next scheduled instant, or directly to `straightTo`.
  private async moveOn(target: Date, straightTo: Date | undefined): Promise<BankingMoment> {
    await this.lock();
    const { now, at } = await this.bankingTime.read();
    const next = straightTo ?? (await this.nextWait(target));
    // Another request may have moved the clock further; it never goes back.
    const moved = this.bankingTime.moment(Math.max(next.getTime(), at.getTime()) - now.getTime(), now);
    await this.setOffset(moved.at.getTime() - now.getTime());
    let due: readonly ScheduledWork[] = [];
    for (const waiter of this.waiters.all()) due = [...due, ...(await waiter.waits(moved.at))];
    await this.tasks.expedite(
      due.map(({ queue, subject_id, until }) => ({
        queue,
        subjectId: subject_id,
        ...moved.due({ from: until, until }),
      })),
    );
    return moved;
  }

  private async nextWait(target: Date): Promise<Date> {
    let next = target;
    for (const waiter of this.waiters.all()) next = (await waiter.firstWait(next)) ?? next;
    return next;
  }

  // Until the worker has done all due work of the enterprise, or time is up. Never immediately: stuck work must not be
  // polled without a pause.
  private async untilQuiet(patientUntil: number): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    do {
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(LAST_PAUSE_MS, pause * 1.5);
    } while (performance.now() < patientUntil && (await this.isBusy()));
  }

  private isBusy(): Promise<boolean> {
    const queues = this.waiters.all().flatMap((waiter) => waiter.queues);
    return this.unitOfWork.run(() => this.tasks.areAtWork(queues));
  }

  private toView({ now, at }: Pick<BankingMoment, 'now' | 'at'>): ClockView {
    const banking_date = newYorkDate(at);
    const { schedule, carried } = this.rails.of(workContext.enterpriseId());
    const hasSameDay = carried.has('same_day_ach') && hasWindow('same_day_ach', schedule);
    return {
      banking_time: at.toISOString(),
      banking_date,
      is_banking_day: isBankingDay(banking_date),
      offset_seconds: Math.round((at.getTime() - now.getTime()) / 1000),
      ...(hasSameDay && { next_same_day_window_at: nextWindow('same_day_ach', at, schedule).closesAt.toISOString() }),
    };
  }

  private async lock(): Promise<void> {
    await currentTransaction().query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [
      workContext.enterpriseId(),
    ]);
  }

  private async setOffset(offsetMs: number): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO sandbox.clocks (enterprise_id, offset_ms) VALUES ($1, $2)
       ON CONFLICT (enterprise_id) DO UPDATE SET offset_ms = excluded.offset_ms`,
      [workContext.enterpriseId(), offsetMs],
    );
  }
}

// The same time of day, a number of banking days later. On a weekend or holiday the next banking day has yet to begin, and
// passes as a whole.
function sameTimeLater(at: Date, bankingDays: number): Date {
  const day = newYorkDate(at);
  const from = isBankingDay(day) ? at : newYorkInstant(nextBankingDay(day), '00:00');
  return sameTimeOn(addBankingDays(newYorkDate(from), bankingDays), from);
}
