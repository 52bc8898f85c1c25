import { Injectable } from '@nestjs/common';
import type { ObservedStep } from '@payments/transfers';
import { changesOf, hasReturns } from '../domain/return-rates.js';
import { Originators } from './originators.js';
import { DebitDays } from './ports.js';
import { TellReturnRates } from './tell-return-rates.js';

/** Counts debits and their returns by day, in the steps that change their legs: each leg counts as what it is now. */
@Injectable()
export class CountDebits {
  constructor(
    private readonly originators: Originators,
    private readonly debitDays: DebitDays,
    private readonly tellReturnRates: TellReturnRates,
  ) {}

  async execute({ before, legs, subledgers }: ObservedStep): Promise<void> {
    const isDebit = ({ side }: { readonly side: string }) => side === 'source';
    const [old, now] = [before.filter(isDebit), legs.filter(isDebit)];
    if (now.length === 0) return;
    const originatorOf = await this.originators.of(subledgers.values());
    const changed = changesOf(old, now, ({ transfer_id }) => originatorOf(subledgers.get(transfer_id)));
    if (changed.length === 0) return;
    await this.debitDays.change(changed);
    // Only returns make a rate worse, but for the floor: the sweep tells of that, and of what gets better.
    const returned = changed.filter(hasReturns).map(({ originator }) => originator);
    if (returned.length > 0) await this.tellReturnRates.of([...new Set(returned)]);
  }
}
