import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { judge } from '../domain/delivery.js';
import type { Verdict } from '../domain/delivery.js';
import { afterFailure, isAbandoned, WINDOW_MS } from '../domain/circuit-state.js';
import { DisableConfiguration } from './disable-configuration.js';
import { Deliveries, Jitter, Endpoints } from './ports.js';
import type { AttemptRecord, DeliveryOutcome, DueDelivery, Endpoint, RecordedAttempt } from './ports.js';
import { BatchWriter } from './batch-writer.js';

/** Records the result of an attempt, and its outcome for the delivery and its endpoint. */
@Injectable()
export class RecordAttempt {
  /** By enterprise. */
  private readonly successes = new Map<string, BatchWriter<RecordedAttempt>>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly deliveries: Deliveries,
    private readonly endpoints: Endpoints,
    private readonly disableConfiguration: DisableConfiguration,
    private readonly clock: Clock,
    private readonly jitter: Jitter,
  ) {}

  async execute(endpoint: Endpoint, delivery: DueDelivery, attempt: AttemptRecord): Promise<Verdict['outcome']> {
    const verdict = judge(delivery.attempts + 1, attempt.result, { now: this.clock.now(), random: this.jitter.next() });
    const recorded = {
      delivery: { ...delivery, configuration_id: endpoint.id },
      attempt,
      outcome: outcomeOf(verdict),
    };
    if (verdict.outcome === 'delivered') await this.successesOf(endpoint.enterprise_id).add(recorded);
    else await this.recordFailure(endpoint, recorded, verdict);
    return verdict.outcome;
  }

  // A success changes only its delivery, so many share a transaction.
  private successesOf(enterpriseId: string): BatchWriter<RecordedAttempt> {
    let successes = this.successes.get(enterpriseId);
    if (successes === undefined) {
      successes = new BatchWriter((attempts) =>
        this.unitOfWork.run(async () => void (await this.deliveries.record(attempts))),
      );
      this.successes.set(enterpriseId, successes);
    }
    return successes;
  }

  private async recordFailure(endpoint: Endpoint, recorded: RecordedAttempt, verdict: Verdict): Promise<void> {
    const isEndpointAbandoned = await this.unitOfWork.run(async () => {
      const written = await this.deliveries.record([recorded]);
      return written.size > 0 && this.countFailure(endpoint);
    });
    // Afterwards, because a change of a configuration locks it before its deliveries.
    if (verdict.outcome === 'gone') await this.disableConfiguration.execute(endpoint, 'endpoint_gone');
    else if (isEndpointAbandoned) await this.disableConfiguration.execute(endpoint, 'endpoint_abandoned');
  }

  private async countFailure({ id, probe_at }: Endpoint): Promise<boolean> {
    const circuit = await this.endpoints.noteFailure(id);
    const recent = await this.endpoints.recentAttempts(id, WINDOW_MS);
    const probeInMs = afterFailure(circuit, recent, probe_at);
    if (probeInMs !== undefined) await this.endpoints.setProbe(id, probeInMs);
    return isAbandoned(circuit);
  }
}

// Deliveries to an endpoint that is gone are held, and retried when the configuration is enabled.
function outcomeOf(verdict: Verdict): DeliveryOutcome {
  switch (verdict.outcome) {
    case 'delivered':
    case 'failed':
      return { status: verdict.outcome };
    case 'retry':
      return { status: 'pending', next_attempt_in_ms: verdict.inMs };
    case 'gone':
      return { status: 'pending', next_attempt_in_ms: 0 };
  }
}
