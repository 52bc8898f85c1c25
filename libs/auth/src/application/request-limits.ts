import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import type { Tenant } from '@payments/observability';
import { networkOf } from '../domain/network.js';
import type { Limit } from './rate-limits.js';

const TOKEN_BURST = 200;
const FAILED_TOKENS = { quota: 20, windowSeconds: 60, burst: 20 };
const ADDRESS_BURST = 10;

/** The limit of a request, set by the deployment, or by the operator for one enterprise. */
@Injectable()
export class RequestLimits {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @param caller unique over all enterprises and kinds of credentials. */
  ofCaller(caller: string, { settings }: Tenant, isRead: boolean): Limit {
    const { readsPerSecond, writesPerSecond } = this.config.rateLimits;
    const quota = isRead
      ? (settings.rate_limits?.reads_per_second ?? readsPerSecond)
      : (settings.rate_limits?.writes_per_second ?? writesPerSecond);
    return { policy: isRead ? 'read' : 'write', key: caller, rate: perSecond(quota), leased: 'block' };
  }

  ofTokens(clientId: string, { settings }: Tenant): Limit {
    const quota = settings.rate_limits?.tokens_per_minute ?? this.config.rateLimits.tokensPerMinute;
    const rate = { quota, windowSeconds: 60, burst: Math.min(quota, TOKEN_BURST) };
    return { policy: 'token', key: clientId, rate, leased: 'block' };
  }

  ofFailedTokens(clientId: string, address: string): Limit {
    return {
      policy: 'failed-token',
      key: JSON.stringify([clientId, networkOf(address)]),
      rate: FAILED_TOKENS,
      leased: 'exact',
    };
  }

  /** For requests without a valid token. Each of the service's two addresses counts separately. */
  ofAddress(address: string, listener: string): Limit {
    const { addressPerSecond: quota } = this.config.rateLimits;
    const rate = { quota, windowSeconds: 1, burst: quota * ADDRESS_BURST };
    return { policy: 'address', key: `${listener} ${networkOf(address)}`, rate, leased: 'block' };
  }
}

function perSecond(quota: number) {
  return { quota, windowSeconds: 1, burst: quota };
}
