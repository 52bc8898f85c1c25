import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { judge } from '../domain/delivery.js';
import type { Verdict } from '../domain/delivery.js';
import { afterFailure, isLost, WINDOW_MS } from '../domain/receiver-health.js';
import { DisableConfiguration } from './disable-configuration.js';
import { Deliveries, Jitter, Receivers } from './ports.js';
import type { AttemptRecord, DeliveryOutcome, DueDelivery, Receiver, RecordedAttempt } from './ports.js';
import { Together } from './together.js';

/** Writes down what an attempt brought, and what follows from it for the delivery and for its receiver. */
@Injectable()
export class RecordAttempt {
  /** By enterprise. */
  private readonly successes = new Map<string, Together<RecordedAttempt>>();

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
    const recorded = {
      delivery: { ...delivery, configuration_id: receiver.id },
      attempt,
      outcome: outcomeOf(verdict, now),
    };
    if (verdict.outcome === 'delivered') await this.successesOf(receiver.enterprise_id).add(recorded);
    else await this.recordFailure(receiver, recorded, verdict);
    return verdict.outcome;
  }

  // A success changes nothing but its delivery, so that many share a transaction.
  private successesOf(enterpriseId: string): Together<RecordedAttempt> {
    let successes = this.successes.get(enterpriseId);
    if (successes === undefined) {
      successes = new Together((attempts) =>
        this.unitOfWork.run(async () => void (await this.deliveries.record(attempts))),
      );
      this.successes.set(enterpriseId, successes);
    }
    return successes;
  }

  private async recordFailure(receiver: Receiver, recorded: RecordedAttempt, verdict: Verdict): Promise<void> {
    const { at } = recorded.outcome;
    const isReceiverLost = await this.unitOfWork.run(async () => {
      const written = await this.deliveries.record([recorded]);
      return written.size > 0 && this.countFailure(receiver.id, recorded.attempt.startedAt, at);
    });
    // Afterwards, as whoever changes a configuration locks it before its deliveries.
    if (verdict.outcome === 'gone') await this.disableConfiguration.execute(receiver, 'receiver_gone');
    else if (isReceiverLost) await this.disableConfiguration.execute(receiver, 'receiver_lost');
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
