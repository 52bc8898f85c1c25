import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { currentTransaction, databaseTime } from '@payments/persistence';
import { BankingTime } from '../../application/banking-time.js';
import type { BankingMoment } from '../../application/banking-time.js';

/** In production banking time is real time. */
@Injectable()
export class RealBankingTime extends BankingTime {
  constructor(private readonly clock: Clock) {
    super();
  }

  read(): Promise<BankingMoment> {
    const now = this.clock.now();
    // A faster clock may have claimed the task: the step is never earlier than planned.
    const stepAt = (planned: Date | null) => (planned !== null && planned > now ? planned : now);
    return Promise.resolve({
      ...{ now, at: now, stepAt },
      due: ({ until }) => ({ dueAt: until }),
      dueAt: (instant) => ({ dueAt: instant }),
    });
  }

  horizon(): Promise<Date> {
    return databaseTime(currentTransaction());
  }
}
