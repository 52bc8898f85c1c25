import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import type { Claim, ClaimedTask } from '@payments/platform';
import { Deliveries } from './ports.js';
import type { DueDelivery } from './ports.js';

/** A task of a claim, and the delivery that it stands for. */
export interface DeliveryAtHand {
  readonly claim: Claim;
  readonly task: ClaimedTask;
  readonly delivery: DueDelivery;
}

/**
 * Puts a delivery aside until its configuration is enabled. When that has happened in the meantime the task is due
 * again at once instead: whoever enabled it looked for held deliveries before this one was.
 */
@Injectable()
export class HoldDelivery {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly deliveries: Deliveries,
    private readonly clock: Clock,
  ) {}

  async execute({ claim, task, delivery }: DeliveryAtHand): Promise<void> {
    await this.unitOfWork.run(async () => {
      const held = await this.deliveries.hold(delivery.id, delivery.configuration_id);
      if (held) await claim.complete([task]);
      else await claim.postpone([task], this.clock.now(), { restart: true });
    });
  }
}
