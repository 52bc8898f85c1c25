import { Injectable } from '@nestjs/common';
import { newId, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { BankingTime } from '@payments/transfers';
import { ALL_OK, areSame, statesOf } from '../domain/return-rates.js';
import type { ReturnRateStates } from '../domain/return-rates.js';
import { ToldReturnRates } from './ports.js';
import type { ToldRates } from './ports.js';
import { ReadReturnRates } from './read-return-rates.js';
import type { OriginatorRates } from './return-rates.view.js';

/** Tells by an event when a return rate changes its state, unless the enterprise has turned the guard off. */
@Injectable()
export class TellReturnRates {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly returnRates: ReadReturnRates,
    private readonly told: ToldReturnRates,
    private readonly bankingTime: BankingTime,
  ) {}

  /** Of everyone: states change as days pass, too, and with the settings. */
  all(): Promise<void> {
    if (isOff()) return Promise.resolve();
    return this.unitOfWork.run(async () => {
      const { at } = await this.bankingTime.read();
      const told = await this.told.find();
      const rates = await this.returnRates.at(at);
      const now = new Map(rates.map((each) => [each.originator, each]));
      const gone = [...told.values()].filter(
        ({ originator, states }) => !now.has(originator) && !areSame(states, ALL_OK),
      );
      const changed = rates.filter((each) => isNews(each, told)).map(({ originator }) => originator);
      await this.tell([...changed, ...gone.map(({ originator }) => originator)]);
    });
  }

  /** Of these originators. In the current unit of work. */
  async of(originators: readonly string[]): Promise<void> {
    if (isOff()) return;
    const { at } = await this.bankingTime.read();
    const rates = await this.returnRates.at(at, originators);
    const told = await this.told.find(originators);
    await this.tell(rates.filter((each) => isNews(each, told)).map(({ originator }) => originator));
  }

  // Computed again once they are locked, so that whoever comes second counts what the first has changed.
  private async tell(originators: readonly string[]): Promise<void> {
    if (originators.length === 0) return;
    const told = await this.told.lock(originators);
    const { at, now } = await this.bankingTime.read();
    const rates = await this.returnRates.at(at, originators);
    const news = await this.returnRates.withVerifications(
      rates.filter((each) => isNews(each, told)),
      at,
    );
    await this.told.save(
      news.map((each) => ({ told: next(told.get(each.originator), each), rates: each })),
      now,
    );
  }
}

function isOff(): boolean {
  return workContext.tenant().settings.return_guard === 'off';
}

function isNews({ originator, rates }: OriginatorRates, told: ReadonlyMap<string, ToldRates>): boolean {
  const before: ReturnRateStates = told.get(originator)?.states ?? ALL_OK;
  return !areSame(before, statesOf(rates));
}

function next(told: ToldRates | undefined, { originator, rates }: OriginatorRates): ToldRates {
  return { originator, id: told?.id ?? newId(), states: statesOf(rates), sequence: (told?.sequence ?? 0) + 1 };
}
