import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { BankingTimeWaiters } from '../../application/scheduled-work.js';
import type { BankingTimeWaiter } from '../../application/scheduled-work.js';
import { Discovered } from './discovered.js';

/** Marks a `BankingTimeWaiter`. Without it the sandbox clock would neither release its work nor wait for it. */
export const WaitsForBankingTime = DiscoveryService.createDecorator();

@Injectable()
export class DiscoveredWaiters extends BankingTimeWaiters {
  private readonly waiters: Discovered<BankingTimeWaiter, object>;

  constructor(discovery: DiscoveryService) {
    super();
    this.waiters = new Discovered<BankingTimeWaiter, object>(discovery, WaitsForBankingTime);
  }

  all(): readonly BankingTimeWaiter[] {
    return this.waiters.all().map(({ provider }) => provider);
  }
}
