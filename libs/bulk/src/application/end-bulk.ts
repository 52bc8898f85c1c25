import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { Ledger } from '@payments/ledger';
import type { Claim, ClaimedTask } from '@payments/messaging';
import { BankingTime } from '@payments/transfers';
import { releaseOf } from './funds.js';
import { BulkFunds, Bulks } from './ports.js';

const FIRST_LOOK_MS = 500;
const LAST_LOOK_MS = 5 * 60_000;

/**
 * Frees the money that a bulk transfer that has ended still holds, once each of its transfers has taken its own or has
 * failed.
 */
@Injectable()
export class EndBulk {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly bulks: Bulks,
    private readonly funds: BulkFunds,
    private readonly ledger: Ledger,
    private readonly bankingTime: BankingTime,
  ) {}

  async execute(claim: Claim): Promise<void> {
    for (const task of claim.tasks) {
      await this.unitOfWork.run(async () => {
        const { subject_id: id } = task;
        if (await this.bulks.hasUnacceptedTransfers(id)) {
          return claim.postpone([task], untilNextLook(task), { restart: true });
        }
        const { at } = await this.bankingTime.read();
        const left = await this.funds.close(id);
        const postings = left.map((funds, index) => releaseOf({ bulk_id: id, attempt: index + 1, ...funds }, at));
        await this.ledger.post(postings.filter(({ amount }) => amount > 0n));
        await claim.complete([task]);
      });
    }
  }
}

// The longer the first transfers have waited, the rarer the checks: some wait for an approval.
function untilNextLook({ age_ms }: ClaimedTask): number {
  return Math.min(LAST_LOOK_MS, Math.max(FIRST_LOOK_MS, age_ms / 4));
}
