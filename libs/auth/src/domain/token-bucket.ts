/** A token bucket: it holds `burst` tokens at most, and gains `quota` of them in `windowSeconds`. */
export interface BucketRate {
  readonly quota: number;
  readonly windowSeconds: number;
  readonly burst: number;
}

export interface Bucket {
  readonly tokens: number;
  /** Milliseconds. */
  readonly at: number;
}

/** How many of the requested tokens a bucket granted, and how many remain. */
export interface Grant {
  readonly granted: number;
  readonly left: number;
}

export function perMs({ quota, windowSeconds }: BucketRate): number {
  return quota / (windowSeconds * 1_000);
}

/** Takes up to the requested number of whole tokens. An unknown bucket is full. */
export function takeTokens(
  bucket: Bucket | undefined,
  rate: BucketRate,
  { wanted, now }: { readonly wanted: number; readonly now: number },
): Grant & { readonly bucket: Bucket } {
  const { tokens, at } = bucket ?? { tokens: rate.burst, at: now };
  const full = Math.min(rate.burst, tokens + Math.max(0, now - at) * perMs(rate));
  const granted = Math.min(wanted, Math.floor(full));
  return { granted, left: full - granted, bucket: { tokens: full - granted, at: Math.max(at, now) } };
}
