import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { Clock, withTimeout } from '@payments/kernel';
import { QUEUE_STORE } from '@payments/messaging';
import { Log } from '@payments/observability';
import { Transactions } from '@payments/persistence';
import type { QueueStore } from '@payments/messaging';
import { LimitStore } from '../../application/limit-store.js';
import type { LimitRequest } from '../../application/limit-store.js';
import type { Grant } from '../../domain/token-bucket.js';
import { MemoryLimitStore } from './memory-limit-store.js';
import { PostgresLimitStore } from './postgres-limit-store.js';
import { RedisLimitStore } from './redis-limit-store.js';

const PATIENCE_MS = 250;
const AWAY_MS = 1_000;

/** The queue's store; while it is unavailable, this process's memory, so that limits still apply. */
@Injectable()
export class SharedLimitStore extends LimitStore implements OnModuleDestroy {
  private readonly shared: PostgresLimitStore | RedisLimitStore;
  private readonly own: MemoryLimitStore;
  private awayUntil = 0;

  constructor(
    @Inject(QUEUE_STORE) store: QueueStore,
    transactions: Transactions,
    private readonly log: Log,
    clock: Clock,
  ) {
    super();
    this.own = new MemoryLimitStore(clock);
    this.shared = store.kind === 'redis' ? new RedisLimitStore(store) : new PostgresLimitStore(transactions);
  }

  async take(request: LimitRequest): Promise<Grant> {
    if (performance.now() < this.awayUntil) return this.own.take(request);
    try {
      return await withTimeout(this.shared.take(request), PATIENCE_MS, 'the rate limit store does not respond');
    } catch (error) {
      // While the process ends, its stores close before the last requests do.
      if (this.awayUntil < Infinity) {
        this.awayUntil = performance.now() + AWAY_MS;
        this.log.warn('limit_store_unavailable', { error });
      }
      return this.own.take(request);
    }
  }

  onModuleDestroy(): void {
    this.awayUntil = Infinity;
    if (this.shared instanceof RedisLimitStore) this.shared.close();
  }
}
