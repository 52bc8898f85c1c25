import { Injectable } from '@nestjs/common';
import type { BankingMoment, Foresight, Ruling, TransferState } from '@payments/transfers';
import { HoldTransfers } from './hold-transfers.js';

/** Holds transfers that a policy matches until they are approved. One approval of a transfer is for everything that held it. */
@Injectable()
export class JudgeTransfers {
  constructor(private readonly holdTransfers: HoldTransfers) {}

  /** The rulings by transfer id; the others pass. */
  async execute(transfers: readonly TransferState[], time: BankingMoment): Promise<ReadonlyMap<string, Ruling>> {
    const held = await this.holdTransfers.ruleOnHeld(transfers.filter(({ gate }) => gate !== null));
    const others = transfers.filter(({ gate }) => gate === null);
    return new Map([...held, ...(await this.holdTransfers.hold(others, { time }))]);
  }

  /** As `execute`, of transfers that are not made yet. */
  foresee(transfers: readonly TransferState[], time: BankingMoment): Promise<ReadonlyMap<string, Foresight>> {
    return this.holdTransfers.foresee(transfers, time);
  }
}
