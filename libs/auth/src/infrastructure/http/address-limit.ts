import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { listenerOf } from '@payments/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimits, tooManyRequests } from '../../application/rate-limits.js';
import { RequestLimits } from '../../application/request-limits.js';

/**
 * Limits requests without a valid token by address, before any other check. Where a token is required, a request with one
 * counts only if the token is invalid, so that a noisy client does not block others behind the same gateway. Where no
 * token is required, every request counts.
 */
@Injectable()
export class AddressLimit implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly limits: RateLimits,
    private readonly requestLimits: RequestLimits,
  ) {}

  onModuleInit(): void {
    this.host.httpAdapter.getInstance<FastifyInstance>().addHook('onRequest', (request, _reply, done) => {
      if (request.headers.authorization !== undefined && asksForToken(request)) done();
      else this.count(request).then(() => done(), done);
    });
  }

  /** Counts a request whose token is refused; without one, it was counted on arrival. @throws too_many_requests */
  async countRefused(request: FastifyRequest): Promise<void> {
    if (request.headers.authorization !== undefined) await this.count(request);
  }

  /** @throws too_many_requests */
  async count(request: FastifyRequest): Promise<void> {
    const verdict = await this.limits.take(this.requestLimits.ofAddress(request.ip, listenerOf(request)));
    if (!verdict.isAllowed) throw tooManyRequests(verdict);
  }
}

/** Whether the guards will check the token. They never see a path with an empty id: the framework responds 404. */
function asksForToken({ routeOptions, params }: FastifyRequest): boolean {
  return routeOptions.config.scope !== undefined && !Object.values(params as Record<string, string>).includes('');
}
