import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import type { Claim } from '@payments/messaging';
import { advance } from '../domain/recovery.js';
import { Recoveries } from './history-ports.js';
import { Deliveries } from './ports.js';

/** How many deliveries one step examines. */
const RECOVERY_BATCH = 500;

/** Runs one step of a recovery, and postpones its task until the next one or ends it. */
@Injectable()
export class RunRecovery {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly recoveries: Recoveries,
    private readonly deliveries: Deliveries,
    private readonly clock: Clock,
  ) {}

  /** @param claim one task, whose subject is the recovery. */
  async execute(claim: Claim): Promise<void> {
    await this.unitOfWork.run(async () => {
      const recovery = await this.recoveries.lock(claim.subjectIds[0]!);
      if (recovery?.state !== 'running') return claim.complete();
      const at = this.clock.now();
      const step = await this.recoveries.step(recovery, RECOVERY_BATCH);
      const advanced = advance(recovery, step, { limit: RECOVERY_BATCH, at });
      await this.recoveries.save(advanced);
      if (step.recovered > 0) await this.deliveries.callWorker(recovery.configuration_id);
      if (advanced.state === 'completed') await claim.complete();
      else await claim.postpone(claim.tasks, 0, { restart: true });
    });
  }
}
