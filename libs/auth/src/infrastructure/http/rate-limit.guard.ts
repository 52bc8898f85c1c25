import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../application/authenticate-bearer.js';
import { RateLimits, tooManyRequests } from '../../application/rate-limits.js';
import type { Verdict } from '../../application/rate-limits.js';
import { RequestLimits } from '../../application/request-limits.js';

const READING = new Set(['GET', 'HEAD']);

/** 429 over the caller's limit for reads or for writes. Reports the remaining quota. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly limits: RateLimits,
    private readonly requestLimits: RequestLimits,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const { user, method } = http.getRequest<FastifyRequest & { user?: Principal }>();
    if (user === undefined) return true;
    const { kind, name } = user.subject;
    const limit = this.requestLimits.ofCaller(`${kind} ${name}`, user.tenant, READING.has(method));
    const verdict = this.limits.take(limit);
    const reply = http.getResponse<FastifyReply>();
    return verdict instanceof Promise ? verdict.then((late) => admit(late, reply)) : admit(verdict, reply);
  }
}

function admit(verdict: Verdict, reply: FastifyReply): boolean {
  if (!verdict.isAllowed) throw tooManyRequests(verdict);
  void reply.headers(verdict.headers);
  return true;
}
