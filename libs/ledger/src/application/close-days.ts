import { Injectable } from '@nestjs/common';
import { Clock, dateOfDay, dayNumber, MINUTE_MS, newYorkDate, newYorkInstant, UnitOfWork } from '@payments/kernel';
import type { BankingDate } from '@payments/kernel';
import { BookHistory, DayEnds, Ledger } from './ports.js';

/** A day in New York is over for good this long after midnight. */
const AFTER_MIDNIGHT_MS = 5 * MINUTE_MS;

/**
 * Records what the books of the current tenant held at the end of the last day in New York. Days without a process have no
 * record; the next one continues from the latest.
 */
@Injectable()
export class CloseDays {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ledger: Ledger,
    private readonly bookHistory: BookHistory,
    private readonly dayEnds: DayEnds,
    private readonly clock: Clock,
  ) {}

  /** The last day that has ended. */
  lastDay(): BankingDate {
    return dateOfDay(dayNumber(newYorkDate(new Date(this.clock.now().getTime() - AFTER_MIDNIGHT_MS))) - 1);
  }

  async execute(): Promise<void> {
    const day = this.lastDay();
    const known = await this.unitOfWork.read(() => this.dayEnds.latest(day));
    if (known?.day === day) return;
    const midnight = newYorkInstant(dateOfDay(dayNumber(day) + 1), '00:00');
    await this.unitOfWork.run(() => this.ledger.closeUntil(midnight));
    // From here on the entries of the day stay what they are, so that nothing needs to be locked.
    const { last_position, movements } = await this.unitOfWork.read(async () => {
      const last = await this.bookHistory.positionBefore(midnight);
      return { last_position: last, movements: await this.dayEnds.movements(known?.last_position ?? 0n, last) };
    });
    await this.unitOfWork.run(() => this.dayEnds.add({ day, last_position }, movements));
  }
}
