import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { TransferFunders } from '../../application/transfer-funders.js';
import type { TransferFunder } from '../../application/transfer-funders.js';
import { Discovered } from './discovered.js';

/** Marks a `TransferFunder`. */
export const FundsTransfers = DiscoveryService.createDecorator();

@Injectable()
export class DiscoveredFunders extends TransferFunders {
  private readonly funders: Discovered<TransferFunder, object>;

  constructor(discovery: DiscoveryService) {
    super();
    this.funders = new Discovered<TransferFunder, object>(discovery, FundsTransfers);
  }

  all(): readonly TransferFunder[] {
    return this.funders.all().map(({ provider }) => provider);
  }
}
