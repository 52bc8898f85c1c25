import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { reasonsFor } from '../domain/degradation.table.js';
import type { DegradedReason } from '../domain/degradation.table.js';
import { OperationsReader } from './operations.js';
import type { DueTasks } from './operations.js';

export interface HealthView {
  readonly status: 'ok' | 'degraded';
  readonly reasons: readonly DegradedReason[];
  readonly queues: readonly DueTasks[];
  readonly dead_letters: number;
  readonly violations: number;
  readonly endpoints?: { readonly enabled: number; readonly failing: number };
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
    const work = await this.unitOfWork.read(() => this.reader.work(this.clock.now()));
    const reasons = reasonsFor(work, scopes);
    const { queues, dead_letters, violations, endpoints, failing_endpoints, open_breaks } = work;
    return {
      ...{ status: reasons.length === 0 ? 'ok' : 'degraded', reasons, queues, dead_letters, violations },
      ...(scopes.has('read:webhook-configurations') && {
        endpoints: { enabled: endpoints, failing: failing_endpoints },
      }),
      ...(scopes.has('read:ledger') && { open_breaks }),
    };
  }
}
