import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { ResetSandboxBalance } from '@payments/ledger';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { SandboxClock } from './sandbox-clock.js';

/**
 * Resets a sandbox enterprise: its available balance and its clock, without requested outcomes. Stored transfers, entries
 * and events stay, and transfers in progress continue.
 */
@Injectable()
export class ResetSandbox {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly balance: ResetSandboxBalance,
    private readonly clock: SandboxClock,
  ) {}

  execute(): Promise<void> {
    return this.unitOfWork.run(async () => {
      await this.clock.reset();
      await currentTransaction().query(`DELETE FROM sandbox.requested_outcomes WHERE enterprise_id = $1`, [
        workContext.enterpriseId(),
      ]);
      await this.balance.execute();
    });
  }
}
