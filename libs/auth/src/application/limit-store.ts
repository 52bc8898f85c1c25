import type { BucketRate, Grant } from '../domain/token-bucket.js';

export interface LimitRequest {
  /** Gives nothing away: a keyed hash. */
  readonly key: string;
  readonly rate: BucketRate;
  readonly wanted: number;
}

/** Token buckets that processes share; they fill by the clock of the store, which is one for all. */
export abstract class LimitStore {
  /** Takes as many of the wanted tokens as the bucket has. */
  abstract take(request: LimitRequest): Promise<Grant>;
}
