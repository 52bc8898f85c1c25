import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS, UnitOfWork } from '@payments/kernel';
import { reasonsFor } from '../domain/degradation.table.js';
import type { DegradedReason } from '../domain/degradation.table.js';
import { OperationsReader } from './operations.js';
import type { DueTasks, EndpointFigures } from './operations.js';

const MOST_ENDPOINTS = 100;

export interface HealthView {
  readonly status: 'ok' | 'degraded';
  readonly reasons: readonly DegradedReason[];
  readonly queues: readonly DueTasks[];
  readonly dead_letters: number;
  readonly violations: number;
  readonly endpoints?: {
    readonly enabled: number;
    readonly failing: number;
    readonly figures: readonly EndpointFigures[];
  };
  readonly open_breaks?: number;
}

/** How the own work of the enterprise goes, as far as the caller's scopes show it in the API. */
@Injectable()
export class GetHealth {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reader: OperationsReader,
    private readonly clock: Clock,
  ) {}

  async execute(scopes: ReadonlySet<string>): Promise<HealthView> {
    const now = this.clock.now();
    const seesEndpoints = scopes.has('read:webhook-configurations');
    const { work, figures } = await this.unitOfWork.read(async () => ({
      work: await this.reader.work(now),
      figures: seesEndpoints ? await this.reader.endpoints(new Date(now.getTime() - DAY_MS), MOST_ENDPOINTS) : [],
    }));
    const reasons = reasonsFor(work, scopes);
    const { queues, dead_letters, violations, endpoints, failing_endpoints, open_breaks } = work;
    return {
      ...{ status: reasons.length === 0 ? 'ok' : 'degraded', reasons, queues, dead_letters, violations },
      ...(seesEndpoints && { endpoints: { enabled: endpoints, failing: failing_endpoints, figures } }),
      ...(scopes.has('read:ledger') && { open_breaks }),
    };
  }
}
