import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { newId } from '@payments/kernel';
import type { FastifyInstance } from 'fastify';
import { RecordRefusals } from '../../application/record-refusals.js';

const FIRST_REFUSAL = 400;

/** Records each request that is refused after its caller is known: before that, it is nobody's. */
@Injectable()
export class RefusalsHook implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly recordRefusals: RecordRefusals,
  ) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onResponse', (request, reply, done) => {
      const { tenant, actor, requestId } = request.workContext;
      if (reply.statusCode >= FIRST_REFUSAL && tenant !== undefined && actor !== undefined) {
        this.recordRefusals.push(tenant, {
          ...{ id: newId(), at: new Date(), method: request.method },
          route: (request.routeOptions.url ?? 'unknown').replace(/:(\w+)/g, '{$1}'),
          ...{ status: reply.statusCode, error_code: request.errorCode ?? null, request_id: requestId },
          ...{ credential: actor, duration_ms: Math.round(reply.elapsedTime) },
        });
      }
      done();
    });
  }
}
