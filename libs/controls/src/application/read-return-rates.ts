import { Injectable } from '@nestjs/common';
import { newYorkDate, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { BankingTime } from '@payments/transfers';
import { DEFAULT_FLOOR, NO_VERIFICATIONS, NONE, rateDays, ratesOf } from '../domain/return-rates.js';
import type { VerificationCounts } from '../domain/return-rates.js';
import { DebitDays, VerificationEntries } from './ports.js';
import type { OriginatorCounts } from './ports.js';
import type { OriginatorRates, ReturnRatesView } from './return-rates.view.js';

/** Computes return rates over the last 60 days of banking time. */
@Injectable()
export class ReadReturnRates {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly debitDays: DebitDays,
    private readonly verificationEntries: VerificationEntries,
    private readonly bankingTime: BankingTime,
  ) {}

  execute(): Promise<readonly ReturnRatesView[]> {
    return this.unitOfWork.read(async () => {
      const { at } = await this.bankingTime.read();
      const [rates, counts] = await Promise.all([this.at(at), this.verificationEntries.count(daysAt(at))]);
      const isListed = counts.entries === 0 || rates.some(isOfEnterprise);
      const own = isListed ? [] : toRates([{ originator: workContext.enterpriseId(), ...NONE }], at);
      return [...own, ...rates].map((each) => toView(each, counts));
    });
  }

  /** Of these originators; otherwise of all that have made debits. In the current unit of work. */
  async at(at: Date, originators?: readonly string[]): Promise<readonly OriginatorRates[]> {
    const sums = await this.debitDays.sum(daysAt(at), originators);
    const found = new Set(sums.map(({ originator }) => originator));
    const others = (originators ?? []).filter((originator) => !found.has(originator));
    return toRates([...sums, ...others.map((originator) => ({ originator, ...NONE }))], at);
  }

  /** Adds the entries that verify accounts. In the current unit of work. */
  async withVerifications(rates: readonly OriginatorRates[], at: Date): Promise<readonly ReturnRatesView[]> {
    const counts = rates.some(isOfEnterprise) ? await this.verificationEntries.count(daysAt(at)) : NO_VERIFICATIONS;
    return rates.map((each) => toView(each, counts));
  }
}

const daysAt = (at: Date) => rateDays(newYorkDate(at));

const isOfEnterprise = ({ originator }: OriginatorRates): boolean => originator === workContext.enterpriseId();

function toView(rates: OriginatorRates, ofEnterprise: VerificationCounts): ReturnRatesView {
  return { ...rates, account_verification: isOfEnterprise(rates) ? ofEnterprise : NO_VERIFICATIONS };
}

function toRates(sums: readonly OriginatorCounts[], at: Date): readonly OriginatorRates[] {
  const { settings } = workContext.tenant();
  const floor = {
    entries: settings.return_guard_min_entries ?? DEFAULT_FLOOR.entries,
    returns: settings.return_guard_min_returns ?? DEFAULT_FLOOR.returns,
  };
  return sums.map(({ originator, ...counts }) => ({
    ...{ originator, ...daysAt(at), entries: counts.entries },
    rates: ratesOf(counts, floor),
  }));
}
