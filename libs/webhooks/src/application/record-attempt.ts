import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { judge } from '../domain/delivery.js';
import type { AttemptResult, Verdict } from '../domain/delivery.js';
import { DisableConfiguration } from './disable-configuration.js';
import { HoldDelivery } from './hold-delivery.js';
import type { DeliveryAtHand } from './hold-delivery.js';
import { Deliveries, Jitter } from './ports.js';

/** Writes down what an attempt brought and what follows from it, together with the end, or the delay, of its task. */
@Injectable()
export class RecordAttempt {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly deliveries: Deliveries,
    private readonly disableConfiguration: DisableConfiguration,
    private readonly holdDelivery: HoldDelivery,
    private readonly clock: Clock,
    private readonly jitter: Jitter,
  ) {}

  async execute(atHand: DeliveryAtHand, result: AttemptResult): Promise<Verdict> {
    const now = this.clock.now();
    const verdict = judge(atHand.delivery.attempts + 1, result, { now, random: this.jitter.next() });
    await this.unitOfWork.run(() => this.write(atHand, verdict, { result, at: now }));
    return verdict;
  }

  private async write(atHand: DeliveryAtHand, verdict: Verdict, attempt: { result: AttemptResult; at: Date }) {
    const { claim, task, delivery } = atHand;
    switch (verdict.outcome) {
      case 'delivered':
      case 'failed':
        await this.deliveries.record(delivery.id, { ...attempt, status: verdict.outcome });
        return claim.complete([task]);
      case 'retry': {
        await this.deliveries.record(delivery.id, { ...attempt, status: 'pending', next_attempt_at: verdict.at });
        // The delivery counts its own attempts; those of the task count crashes of this service only.
        return claim.postpone([task], verdict.at, { restart: true });
      }
      case 'gone':
        // The configuration first, as whoever changes one locks it before its deliveries.
        await this.disableConfiguration.execute(delivery.configuration_id, delivery.configuration_version);
        await this.deliveries.record(delivery.id, { ...attempt, status: 'pending' });
        return this.holdDelivery.execute(atHand);
    }
  }
}
