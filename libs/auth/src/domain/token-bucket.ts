export interface BucketRate {
  readonly perMinute: number;
  readonly burst: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const MAX_BUCKETS = 10_000;

/** Token buckets by key, held in memory. The longest unused ones are forgotten first; a forgotten bucket is full. */
export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>();
  private readonly perMs: number;

  constructor(private readonly rate: BucketRate) {
    this.perMs = rate.perMinute / 60_000;
  }

  /** Takes one token. @returns 0, or how many seconds to wait for the next one. @param now milliseconds. */
  take(key: string, now: number): number {
    const bucket = this.refill(key, now);
    if (bucket.tokens < 1) return this.secondsFor(bucket);
    bucket.tokens -= 1;
    return 0;
  }

  /** Like `take`, but takes nothing. */
  peek(key: string, now: number): number {
    const bucket = this.refill(key, now);
    return bucket.tokens < 1 ? this.secondsFor(bucket) : 0;
  }

  private refill(key: string, now: number): Bucket {
    const known = this.buckets.get(key) ?? { tokens: this.rate.burst, at: now };
    const tokens = Math.min(this.rate.burst, known.tokens + (now - known.at) * this.perMs);
    const bucket = { tokens, at: now };
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    if (this.buckets.size > MAX_BUCKETS) this.buckets.delete(this.buckets.keys().next().value!);
    return bucket;
  }

  private secondsFor({ tokens }: Bucket): number {
    return Math.max(1, Math.ceil((1 - tokens) / this.perMs / 1000));
  }
}
