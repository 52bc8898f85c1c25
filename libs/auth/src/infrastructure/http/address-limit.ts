import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { listenerOf } from '@payments/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimits, tooManyRequests } from '../../application/rate-limits.js';
import { RequestLimits } from '../../application/request-limits.js';

/**
 * Limits what an address may send without a valid token, before anything else is judged. Where a token is asked for,
 * who sends one is counted only when it turns out wrong: the neighbours of a noisy client, behind one gateway, must not
 * suffer for it. Elsewhere nobody looks at it, and it spares nobody.
 */
@Injectable()
export class AddressLimit implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly limits: RateLimits,
    private readonly requestLimits: RequestLimits,
  ) {}

  onModuleInit(): void {
    this.host.httpAdapter.getInstance<FastifyInstance>().addHook('onRequest', async (request) => {
      if (request.headers.authorization === undefined || !asksForToken(request)) await this.count(request);
    });
  }

  /** @throws too_many_requests */
  async count(request: FastifyRequest): Promise<void> {
    const verdict = await this.limits.take(this.requestLimits.ofAddress(request.ip, listenerOf(request)));
    if (!verdict.isAllowed) throw tooManyRequests(verdict);
  }
}

/** Whether the guards will look at the token. They never see a path with an empty id, which the framework answers 404. */
function asksForToken({ routeOptions, params }: FastifyRequest): boolean {
  return routeOptions.config.scope !== undefined && !Object.values(params as Record<string, string>).includes('');
}
