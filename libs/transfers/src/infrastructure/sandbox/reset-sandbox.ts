import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { ResetSandboxBalance } from '@payments/ledger';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { SandboxClock } from './sandbox-clock.js';

/**
 * Takes an enterprise of the sandbox back to its beginning: what it has available, its clock, and no outcome asked for.
 * What is stored of transfers, entries and events stays, and transfers on their way go on.
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
