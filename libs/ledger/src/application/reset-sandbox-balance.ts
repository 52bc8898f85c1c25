import { Injectable } from '@nestjs/common';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { adjustment, SANDBOX_OPENING_CENTS } from '../domain/opening.js';
import { Ledger } from './ports.js';

/** Resets the available balance of a sandbox enterprise to its initial amount. Money in transit stays where it is. */
@Injectable()
export class ResetSandboxBalance {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
  ) {}

  /** @throws Error for a production enterprise. */
  execute(): Promise<void> {
    if (workContext.tenant().environment !== 'sandbox') throw new Error('only a sandbox balance can be reset');
    return this.unitOfWork.run(async () => {
      const available = await this.ledger.lockAvailable();
      const occasion = { subject_id: newId(), kind: 'sandbox_reset', now: this.clock.now() };
      await this.ledger.post(adjustment(available, SANDBOX_OPENING_CENTS, occasion));
    });
  }
}
