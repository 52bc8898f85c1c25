import { Injectable } from '@nestjs/common';
import { Clock, dateOfDay, dayNumber, newYorkDate, UnitOfWork } from '@payments/kernel';
import { OWN_BOOK } from '../domain/books.js';
import { DayEnds } from './ports.js';
import type { DayBalance } from './ports.js';

const DEFAULT_DAYS = 30;
const MOST_DAYS = 400;

/** Which days to list. Without an end up to today, without a beginning 30 days; at most 400. */
export interface DayBalanceFilter {
  /** In the first day. */
  readonly start_time?: Date;
  /** In the last day. */
  readonly end_time?: Date;
  /** Omitted: the enterprise's own money. */
  readonly subledger_id?: string;
}

@Injectable()
export class ListDayBalances {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly dayEnds: DayEnds,
    private readonly clock: Clock,
  ) {}

  execute({ start_time, end_time, subledger_id = OWN_BOOK }: DayBalanceFilter): Promise<readonly DayBalance[]> {
    const to = newYorkDate(end_time ?? this.clock.now());
    const days = Math.min(
      start_time === undefined ? DEFAULT_DAYS : dayNumber(to) - dayNumber(newYorkDate(start_time)),
      MOST_DAYS,
    );
    return this.unitOfWork.read(() =>
      this.dayEnds.list({ from: dateOfDay(dayNumber(to) - days), to, book: subledger_id }),
    );
  }
}
