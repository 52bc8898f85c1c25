import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { judge } from '../domain/delivery.js';
import type { Verdict } from '../domain/delivery.js';
import { afterFailure, isLost, WINDOW_MS } from '../domain/receiver-health.js';
import { DisableConfiguration } from './disable-configuration.js';
import { Deliveries, Jitter, Receivers } from './ports.js';
import type { AttemptRecord, DeliveryOutcome, DueDelivery, Receiver } from './ports.js';

/** Writes down what an attempt brought, and what follows from it for the delivery and for its receiver. */
@Injectable()
export class RecordAttempt {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly deliveries: Deliveries,
    private readonly receivers: Receivers,
    private readonly disableConfiguration: DisableConfiguration,
    private readonly clock: Clock,
    private readonly jitter: Jitter,
  ) {}

  async execute(receiver: Receiver, delivery: DueDelivery, attempt: AttemptRecord): Promise<Verdict['outcome']> {
    const now = this.clock.now();
    const verdict = judge(delivery.attempts + 1, attempt.result, { now, random: this.jitter.next() });
    const isReceiverLost = await this.unitOfWork.run(async () => {
      const written = await this.deliveries.record(
        { ...delivery, configuration_id: receiver.id },
        attempt,
        outcomeOf(verdict, now),
      );
      return written && verdict.outcome !== 'delivered' && this.countFailure(receiver.id, attempt.startedAt, now);
    });
    // Afterwards, as whoever changes a configuration locks it before its deliveries.
    if (verdict.outcome === 'gone') await this.disableConfiguration.execute(receiver, 'receiver_gone');
    else if (isReceiverLost) await this.disableConfiguration.execute(receiver, 'receiver_lost');
    return verdict.outcome;
  }

  private async countFailure(configurationId: string, startedAt: Date, now: Date): Promise<boolean> {
    const trouble = await this.receivers.noteFailure(configurationId, now);
    const since = new Date(now.getTime() - WINDOW_MS);
    const recent = await this.receivers.recentAttempts(configurationId, since);
    const probe = afterFailure(trouble, recent, { startedAt, now });
    if (probe !== undefined) await this.receivers.setProbe(configurationId, probe);
    return isLost(trouble, now);
  }
}

// A receiver that is gone is held with its configuration, and tried again when that is enabled.
function outcomeOf(verdict: Verdict, at: Date): DeliveryOutcome {
  switch (verdict.outcome) {
    case 'delivered':
    case 'failed':
      return { status: verdict.outcome, at };
    case 'retry':
      return { status: 'pending', at, next_attempt_at: verdict.at };
    case 'gone':
      return { status: 'pending', at, next_attempt_at: at };
  }
}
