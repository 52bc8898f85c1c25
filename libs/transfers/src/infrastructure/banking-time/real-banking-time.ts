import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
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
    return Promise.resolve({ now, at: now, stepAt: () => now, dueAt: ({ until }) => until });
  }
}
