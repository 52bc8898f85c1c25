import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { Tasks } from '@payments/messaging';
import type { HoldDecision } from '../domain/gate.js';
import { transferQueues } from './queues.js';
import { TransferSteps } from './transfer-steps.js';

/**
 * Lets transfers that a gate held go on: they are judged again, beginning with that gate. Each notes the decision in the same
 * unit of work, so that one that is canceled right after it says what was decided.
 */
@Injectable()
export class ResumeTransfers {
  constructor(
    private readonly steps: TransferSteps,
    private readonly tasks: Tasks,
    private readonly clock: Clock,
  ) {}

  /** By transfer id, in the current unit of work. A transfer that has failed in the meantime stays so. */
  async resume(decisions: ReadonlyMap<string, HoldDecision>): Promise<void> {
    const ids = [...decisions.keys()];
    await this.steps.change({ ids }, (transfers) => {
      for (const transfer of transfers) transfer.noteDecision(decisions.get(transfer.snapshot().id)!, this.clock.now());
    });
    await this.tasks.schedule(ids.map((id) => ({ queue: transferQueues.acceptance, subjectId: id })));
  }
}
