import type { Clock } from '@payments/kernel';
import { LimitStore } from '../../application/limit-store.js';
import type { LimitRequest } from '../../application/limit-store.js';
import { remember } from '../../application/ttl-cache.js';
import { takeTokens } from '../../domain/token-bucket.js';
import type { Bucket, Grant } from '../../domain/token-bucket.js';

/** The buckets of one process. The longest unused ones are forgotten first; a forgotten bucket is full. */
export class MemoryLimitStore extends LimitStore {
  private readonly buckets = new Map<string, Bucket>();

  constructor(private readonly clock: Clock) {
    super();
  }

  take({ key, rate, wanted }: LimitRequest): Promise<Grant> {
    const now = this.clock.elapsedMs();
    const { bucket, ...grant } = takeTokens(this.buckets.get(key), rate, { wanted, now });
    remember(this.buckets, key, bucket);
    return Promise.resolve(grant);
  }
}
