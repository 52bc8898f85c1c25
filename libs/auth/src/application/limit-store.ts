import type { BucketRate, Grant } from '../domain/token-bucket.js';

export interface LimitRequest {
  /** A keyed hash that reveals nothing. */
  readonly key: string;
  readonly rate: BucketRate;
  readonly wanted: number;
}

/** Token buckets that processes share; they refill by the store's clock. */
export abstract class LimitStore {
  /** Takes as many of the requested tokens as the bucket has. */
  abstract take(request: LimitRequest): Promise<Grant>;
}
