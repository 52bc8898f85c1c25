import { BoundedMap, MAX_ENTRIES } from '@payments/kernel';
import type { Clock } from '@payments/kernel';
import { LimitStore } from '../../application/limit-store.js';
import type { LimitRequest } from '../../application/limit-store.js';
import { takeTokens } from '../../domain/token-bucket.js';
import type { Bucket, Grant } from '../../domain/token-bucket.js';

/** The buckets of one process. The least recently used are evicted first; an evicted bucket is full. */
export class MemoryLimitStore extends LimitStore {
  private readonly buckets = new BoundedMap<string, Bucket>(MAX_ENTRIES);

  constructor(private readonly clock: Clock) {
    super();
  }

  take({ key, rate, wanted }: LimitRequest): Promise<Grant> {
    const now = this.clock.elapsedMs();
    const { bucket, ...grant } = takeTokens(this.buckets.get(key), rate, { wanted, now });
    this.buckets.set(key, bucket);
    return Promise.resolve(grant);
  }
}
