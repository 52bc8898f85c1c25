import { Injectable } from '@nestjs/common';
import { newYorkDate, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { BankingTime } from '@payments/transfers';
import { DEFAULT_FLOOR, NONE, rateDays, ratesOf } from '../domain/return-rates.js';
import { DebitDays } from './ports.js';
import type { OriginatorRates } from './return-rates.view.js';

/** Computes return rates over the last 60 days of banking time. */
@Injectable()
export class ReadReturnRates {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly debitDays: DebitDays,
    private readonly bankingTime: BankingTime,
  ) {}

  execute(): Promise<readonly OriginatorRates[]> {
    return this.unitOfWork.read(async () => this.at((await this.bankingTime.read()).at));
  }

  /** Of these originators; otherwise of all that have made debits. In the current unit of work. */
  async at(at: Date, originators?: readonly string[]): Promise<readonly OriginatorRates[]> {
    const days = rateDays(newYorkDate(at));
    const { settings } = workContext.tenant();
    const floor = {
      entries: settings.return_guard_min_entries ?? DEFAULT_FLOOR.entries,
      returns: settings.return_guard_min_returns ?? DEFAULT_FLOOR.returns,
    };
    const sums = await this.debitDays.sum(days, originators);
    const found = new Set(sums.map(({ originator }) => originator));
    const others = (originators ?? []).filter((originator) => !found.has(originator));
    return [...sums, ...others.map((originator) => ({ originator, ...NONE }))].map(({ originator, ...counts }) => ({
      ...{ originator, ...days, entries: counts.entries },
      rates: ratesOf(counts, floor),
    }));
  }
}
