import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import { newId, UnitOfWork } from '@payments/kernel';
import { Log, Metrics, workContext } from '@payments/observability';
import type { Tenant } from '@payments/observability';
import { portalMetrics } from './metrics.table.js';
import { Refusals } from './refusals.js';
import type { Refusal } from './refusals.js';

interface Waiting {
  readonly tenant: Tenant;
  readonly refusals: Refusal[];
}

const WAITS_MS = 1_000;
/** Of one enterprise in a second, so that a flood leaves room for the others. */
const MOST_OF_ONE = 100;
const MOST = 1_000;

/**
 * Stores refused requests a second later, with one statement for each enterprise, so that a request costs a push. What is
 * too much is dropped and counted, and so is what the database does not take; a crash loses the last second.
 */
@Injectable()
export class RecordRefusals implements BeforeApplicationShutdown {
  private waiting = new Map<string, Waiting>();
  private count = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly refusals: Refusals,
    private readonly metrics: Metrics,
    private readonly log: Log,
  ) {}

  push(tenant: Tenant, refusal: Refusal): void {
    const ofOne = this.waiting.get(tenant.enterpriseId) ?? { tenant, refusals: [] };
    if (this.count >= MOST || ofOne.refusals.length >= MOST_OF_ONE) return this.drop('overload', 1);
    this.waiting.set(tenant.enterpriseId, ofOne);
    ofOne.refusals.push(refusal);
    this.count += 1;
    this.timer ??= setTimeout(() => void this.flush(), WAITS_MS).unref();
  }

  /** Stores what waits. */
  async flush(): Promise<void> {
    const batches = [...this.waiting.values()];
    this.waiting = new Map();
    this.count = 0;
    for (const batch of batches) await this.store(batch);
    clearTimeout(this.timer);
    this.timer = this.count > 0 ? setTimeout(() => void this.flush(), WAITS_MS).unref() : undefined;
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.flush();
  }

  private async store({ tenant, refusals }: Waiting): Promise<void> {
    try {
      await workContext.run({ requestId: newId(), tenant }, () =>
        this.unitOfWork.run(() => this.refusals.append(refusals)),
      );
    } catch (error) {
      this.drop('failed', refusals.length);
      this.log.warn('refused_requests_not_stored', { count: refusals.length, error });
    }
  }

  private drop(reason: 'overload' | 'failed', count: number): void {
    this.metrics.count(portalMetrics.payments_refused_requests_dropped_total, { reason }, count);
  }
}
