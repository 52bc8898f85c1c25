import { Injectable } from '@nestjs/common';
import { OrderTimes } from '@payments/rails';
import type { OrderMoment } from '@payments/rails';
import type { Due } from '@payments/messaging';
import { BankingTime } from '../../application/banking-time.js';

/** Banking time as files see it: in production real time, in the sandbox as its clock goes. */
@Injectable()
export class BankingOrderTimes extends OrderTimes {
  constructor(private readonly bankingTime: BankingTime) {
    super();
  }

  async read(): Promise<OrderMoment> {
    const { now, at, due } = await this.bankingTime.read();
    const instantOf = ({ dueAt, dueInMs = 0 }: Due) => dueAt ?? new Date(now.getTime() + dueInMs);
    const real = (until: Date, from?: Date) =>
      instantOf(from === undefined ? due({ from: at, until }) : due({ from, until }, due({ from: at, until: from })));
    return { at, real };
  }
}
