import { Injectable } from '@nestjs/common';
import type { DomainError } from '@payments/kernel';
import { BoundedMap, Clock, MAX_ENTRIES } from '@payments/kernel';
import { Secrets } from '@payments/persistence';
import { authErrors } from '../domain/auth.errors.js';
import { perMs } from '../domain/token-bucket.js';
import type { BucketRate } from '../domain/token-bucket.js';
import { LimitStore } from './limit-store.js';

/** The share of a bucket leased at a time, and usable on credit until the first lease arrives. */
const BLOCK_SHARE = 0.05;
/** Unused leased tokens expire after this, because no other process can use them. */
const LEASE_MS = 60_000;
/** The shortest interval between store calls for an empty bucket. */
const MIN_DENIAL_MS = 20;

export interface Limit {
  /** The policy name in the headers. */
  readonly policy: string;
  /** The caller whose requests are counted. */
  readonly key: string;
  readonly rate: BucketRate;
  /** `block`: leased ahead, off the request path, exceeded by 5% at most. `exact`: one by one; waits for the store. */
  readonly leased: 'block' | 'exact';
}

export interface Verdict {
  readonly isAllowed: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

interface Lease {
  /** Leased and unused; negative when tokens were used on credit. */
  balance: number;
  /** The last known level of the shared bucket; full while that is unknown or outdated. */
  left: number;
  expiresAt: number;
  deniedUntil: number;
  pending: Promise<void> | undefined;
}

/**
 * Token buckets shared by all processes. Each process leases blocks of tokens ahead, so that a request takes
 * one in memory without waiting.
 */
@Injectable()
export class RateLimits {
  private readonly leases = new BoundedMap<string, Lease>(MAX_ENTRIES);

  constructor(
    private readonly store: LimitStore,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** Takes one token. Waits only when the local lease is used up and the shared bucket may have more. */
  take(limit: Limit): Verdict | Promise<Verdict> {
    const now = this.clock.elapsedMs();
    const lease = this.leaseOf(limit, now);
    if (this.use(limit, lease)) return verdict(limit, lease, { isAllowed: true, now });
    if (lease.deniedUntil > now) return verdict(limit, lease, { isAllowed: false, now });
    return this.takeAfterLease(limit, lease);
  }

  /** Whether the bucket is empty, as far as this process knows. */
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
