import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { BookHistory, Ledger } from '@payments/ledger';
import type { BookAmounts } from '@payments/ledger';
import type { Period } from '../domain/period.js';

/** A period as the ledger has it, which no later entry changes. */
export interface FixedPeriod {
  /** The last position before it, and the last one in it. */
  readonly after: bigint;
  readonly upTo: bigint;
  readonly opening: BookAmounts;
  readonly closing: BookAmounts;
}

/** Finds periods in the ledger of the current tenant. */
@Injectable()
export class LedgerPeriods {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ledger: Ledger,
    private readonly history: BookHistory,
  ) {}

  /** Ends the period, then reads what one book, or all of them, held before and after it. Not inside a unit of work. */
  async fix(period: Period, book: string | null): Promise<FixedPeriod> {
    await this.close(period.end_time);
    return this.read(period, book);
  }

  /** Ends the time before an instant that has passed. Not inside a unit of work. */
  close(instant: Date): Promise<void> {
    return this.unitOfWork.run(() => this.ledger.closeUntil(instant));
  }

  /** Reads a period that was closed. */
  read({ start_time, end_time }: Period, book: string | null): Promise<FixedPeriod> {
    return this.unitOfWork.read(async () => {
      const [after, upTo] = await Promise.all([
        this.history.positionBefore(start_time),
        this.history.positionBefore(end_time),
      ]);
      const opening = await this.history.amountsAt(after, book ?? undefined);
      const closing = await this.history.amountsAt(upTo, book ?? undefined);
      return { after, upTo, opening, closing };
    });
  }
}
