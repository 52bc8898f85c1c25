import { Injectable } from '@nestjs/common';
import type { DomainError } from '@payments/kernel';
import { BoundedMap, Clock } from '@payments/kernel';
import { Secrets } from '@payments/persistence';
import { authErrors } from '../domain/auth.errors.js';
import { perMs } from '../domain/token-bucket.js';
import type { BucketRate } from '../domain/token-bucket.js';
import { LimitStore } from './limit-store.js';
import { MAX_ENTRIES } from './ttl-cache.js';

/** Of a bucket, what is leased at a time, and what may be used on credit until the first lease is there. */
const BLOCK_SHARE = 0.05;
/** What was leased and not used is given up after that: others could not use it. */
const LEASE_MS = 60_000;
/** An empty bucket is asked again no sooner than that, however many requests there are. */
const MIN_DENIAL_MS = 20;

export interface Limit {
  /** The class of requests, as the headers name it. */
  readonly policy: string;
  /** Whose requests are counted. */
  readonly key: string;
  readonly rate: BucketRate;
  /** `block`: leased ahead, off the request path, over by 5 % at most. `exact`: one by one, which waits for the store. */
  readonly leased: 'block' | 'exact';
}

export interface Verdict {
  readonly isAllowed: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

interface Lease {
  /** Leased and unused; below zero what was used on credit. */
  balance: number;
  /** What the shared bucket had when it was last asked; as if it were full, while that is unknown or long ago. */
  left: number;
  expiresAt: number;
  deniedUntil: number;
  pending: Promise<void> | undefined;
}

/**
 * Token buckets over all processes. Each process leases blocks of tokens ahead, so that a request takes one in memory
 * and waits for nobody.
 */
@Injectable()
export class RateLimits {
  private readonly leases = new BoundedMap<string, Lease>(MAX_ENTRIES);

  constructor(
    private readonly store: LimitStore,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** Takes one token. Answers at once but for a bucket that is all used up here, and may have more elsewhere. */
  take(limit: Limit): Verdict | Promise<Verdict> {
    const now = this.clock.elapsedMs();
    const lease = this.leaseOf(limit, now);
    if (this.use(limit, lease)) return verdict(limit, lease, { isAllowed: true, now });
    if (lease.deniedUntil > now) return verdict(limit, lease, { isAllowed: false, now });
    return this.takeAfterLease(limit, lease);
  }

  /** Whether there is none to take, as far as this process knows. */
  refusal(limit: Limit): DomainError | undefined {
    const now = this.clock.elapsedMs();
    const lease = this.leaseOf(limit, now);
    const isEmpty = lease.balance <= 0 && lease.deniedUntil > now;
    return isEmpty ? tooManyRequests(verdict(limit, lease, { isAllowed: false, now })) : undefined;
  }

  private async takeAfterLease(limit: Limit, lease: Lease): Promise<Verdict> {
    while (lease.deniedUntil <= this.clock.elapsedMs()) {
      await (lease.pending ?? this.lend(limit, lease));
      if (this.use(limit, lease)) return verdict(limit, lease, { isAllowed: true, now: this.clock.elapsedMs() });
    }
    return verdict(limit, lease, { isAllowed: false, now: this.clock.elapsedMs() });
  }

  private leaseOf({ policy, key, rate }: Limit, now: number): Lease {
    const id = `${policy} ${key}`;
    let lease = this.leases.get(id);
    if (lease === undefined) {
      lease = { balance: 0, left: rate.burst, expiresAt: 0, deniedUntil: 0, pending: undefined };
      this.leases.set(id, lease);
    }
    if (lease.expiresAt < now) {
      lease.balance = Math.min(0, lease.balance);
      lease.left = rate.burst;
    }
    return lease;
  }

  private use(limit: Limit, lease: Lease): boolean {
    const block = blockOf(limit);
    const credit = limit.leased === 'block' ? block : 0;
    if (lease.balance <= -credit) return false;
    lease.balance -= 1;
    if (limit.leased === 'block' && lease.balance < block / 2 && lease.deniedUntil <= this.clock.elapsedMs()) {
      void (lease.pending ?? this.lend(limit, lease));
    }
    return true;
  }

  private lend(limit: Limit, lease: Lease): Promise<void> {
    lease.pending = this.lendOnce(limit, lease).finally(() => (lease.pending = undefined));
    return lease.pending;
  }

  private async lendOnce(limit: Limit, lease: Lease): Promise<void> {
    const now = this.clock.elapsedMs();
    const key = this.secrets.hash(`limit|${limit.policy}|${limit.key}`).toString('base64url');
    const wanted = blockOf(limit) - Math.min(0, lease.balance);
    const { granted, left } = await this.store.take({ key, rate: limit.rate, wanted });
    lease.balance += granted;
    lease.left = left;
    lease.expiresAt = now + LEASE_MS;
    if (left < 1) lease.deniedUntil = now + Math.max(MIN_DENIAL_MS, (1 - left) / perMs(limit.rate));
  }
}

export function tooManyRequests({ headers }: Verdict): DomainError {
  return authErrors.too_many_requests({ headers });
}

function blockOf({ rate, leased }: Limit): number {
  return leased === 'exact' ? 1 : Math.max(1, Math.floor(rate.burst * BLOCK_SHARE));
}

function verdict(
  { policy, rate }: Limit,
  lease: Lease,
  { isAllowed, now }: { readonly isAllowed: boolean; readonly now: number },
): Verdict {
  const remaining = isAllowed ? Math.max(0, Math.floor(lease.balance + lease.left)) : 0;
  const seconds = isAllowed ? rate.windowSeconds : Math.max(1, Math.ceil((lease.deniedUntil - now) / 1_000));
  return {
    isAllowed,
    headers: {
      'RateLimit-Policy': `"${policy}";q=${rate.quota};w=${rate.windowSeconds}`,
      RateLimit: `"${policy}";r=${remaining};t=${seconds}`,
      ...(!isAllowed && { 'Retry-After': String(seconds) }),
    },
  };
}
