import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { listenerOf } from '@payments/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimits, tooManyRequests } from '../../application/rate-limits.js';
import { RequestLimits } from '../../application/request-limits.js';

/**
 * Limits what an address may send without a valid token, before anything else is judged. Who sends a token is counted
 * only when it turns out wrong: the neighbours of a noisy client, behind one gateway, must not suffer for it.
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
      if (request.headers.authorization === undefined) await this.count(request);
    });
  }

  /** @throws too_many_requests */
  async count(request: FastifyRequest): Promise<void> {
    const verdict = await this.limits.take(this.requestLimits.ofAddress(request.ip, listenerOf(request)));
    if (!verdict.isAllowed) throw tooManyRequests(verdict);
  }
}
