import { Injectable } from '@nestjs/common';
import type { ObservedStep } from '@payments/transfers';
import { changesOf } from '../domain/return-rates.js';
import { ownOriginator } from './originators.js';
import { DebitDays } from './ports.js';

/** Counts debits and their returns by day, in the steps that change their legs: each leg counts as what it is now. */
@Injectable()
export class CountDebits {
  constructor(private readonly debitDays: DebitDays) {}

  async execute({ before, legs }: ObservedStep): Promise<void> {
    const changes = changesOf(before, legs);
    if (changes.size > 0) await this.debitDays.change(ownOriginator(), changes);
  }
}
