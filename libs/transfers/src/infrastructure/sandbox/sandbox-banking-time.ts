import { Inject, Injectable } from '@nestjs/common';
import { bankingDaysBetween, Clock, DAY_MS } from '@payments/kernel';
import { CONFIG } from '@payments/config';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import type { Config } from '@payments/config';
import { BankingTime } from '../../application/banking-time.js';
import type { BankingMoment, Wait } from '../../application/banking-time.js';

/** Longer than any wait of a payment: banks return for 60 days after the settlement, the simulated one after 90. */
const LONGEST_WAIT_MS = 100 * DAY_MS;
const END_OF_TIME = new Date(8_640_000_000_000_000);

/**
 * Banking time in the sandbox: real time, advanced as far as the client has moved it. A wait lasts its banking days, at
 * least one, in days of SANDBOX_DAY_SECONDS; a wait that the clock has already passed is over, in the order of banking
 * time. Each step is taken at its planned banking instant, so the dates shown are correct.
 */
@Injectable()
export class SandboxBankingTime extends BankingTime {
  /** A result is reported when its shortened wait is over, at the banking instant that was planned. */
  override readonly reportsAheadMs = LONGEST_WAIT_MS;
  private readonly dayMs: number;

  constructor(
    private readonly clock: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    super();
    this.dayMs = config.sandboxDaySeconds * 1000;
  }

  async read(): Promise<BankingMoment> {
    const enterpriseId = workContext.enterpriseId();
    const transaction = currentTransaction();
    // Moving the clock waits for transactions that read it: otherwise it would miss the waits that they begin. The lock is
    // a separate statement, so that the clock is read after the lock is acquired.
    const [, [clock]] = await Promise.all([
      transaction.query(
        `SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))`,
        [enterpriseId],
        'share-clock-lock',
      ),
      transaction.query<{ offset_ms: string }>(
        `SELECT offset_ms FROM sandbox.clocks WHERE enterprise_id = $1`,
        [enterpriseId],
        'find-clock',
      ),
    ]);
    return this.moment(Number(clock?.offset_ms ?? 0));
  }

  /** None: waits are shorter than their banking days, so only their tasks show when they are over. */
  horizon(): Promise<Date> {
    return Promise.resolve(END_OF_TIME);
  }

  moment(offsetMs: number, now = this.clock.now()): BankingMoment {
    const at = new Date(now.getTime() + offsetMs);
    return {
      now,
      at,
      stepAt: (planned) => planned ?? at,
      due: (wait, { dueInMs: startsInMs = 0 } = {}) => ({ dueInMs: this.dueInMs(wait, { at, startsInMs }) }),
      dueAt: (instant) => ({ dueInMs: instant.getTime() - at.getTime() }),
    };
  }

  private dueInMs({ from, until }: Wait, { at, startsInMs }: { at: Date; startsInMs: number }): number {
    if (until <= at) return Math.min(startsInMs, until.getTime() - at.getTime());
    if (until <= from) return startsInMs;
    return startsInMs + Math.max(1, bankingDaysBetween(from, until)) * this.dayMs;
  }
}
