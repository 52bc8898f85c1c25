import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { MAX_BODY_BYTES } from '@payments/http';
import type { Scope } from '@payments/http';
import { workContext } from '@payments/observability';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AuthenticateApiKey } from '../../application/authenticate-api-key.js';
import { AuthenticateBearer } from '../../application/authenticate-bearer.js';
import type { Principal } from '../../application/authenticate-bearer.js';
import { missingScope } from '../../domain/auth.errors.js';
import { AddressLimit } from './address-limit.js';

/**
 * Refuses a body of more than the usual size before it is read, unless its sender may call the operation. The guards
 * refuse the same callers, but only after the body is in memory: anybody could fill that.
 */
@Injectable()
export class LargeBodies implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly addressLimit: AddressLimit,
    private readonly bearer: AuthenticateBearer,
    private readonly apiKey: AuthenticateApiKey,
  ) {}

  onModuleInit(): void {
    // After every hook on arrival, so that requests without a token are counted by address first.
    this.host.httpAdapter.getInstance<FastifyInstance>().addHook('preParsing', (request, reply, ...[payload, done]) => {
      const { scope, maxBodyBytes } = request.routeOptions.config;
      if (scope === undefined || maxBodyBytes === undefined || !mayExceed(request, MAX_BODY_BYTES)) {
        done(null, payload);
        return;
      }
      workContext
        .run(request.workContext, () => this.assertEntitled(request, scope))
        .then(
          () => done(null, payload),
          (error: Error) => done(closing(error, request, reply)),
        );
    });
  }

  private async assertEntitled(request: FastifyRequest, scope: Scope): Promise<void> {
    const caller = await this.identify(request);
    const key = request.headers['x-api-key'];
    if (key === undefined) this.apiKey.assertOptional(caller);
    else await this.apiKey.execute(String(key), caller);
    if (!caller.scopes.has(scope)) throw missingScope(scope);
  }

  private async identify(request: FastifyRequest): Promise<Principal> {
    try {
      return await this.bearer.execute(request.headers.authorization);
    } catch (error) {
      await this.addressLimit.countRefused(request);
      throw error;
    }
  }
}

/** Whether the body may have more bytes than that, by its headers. */
function mayExceed({ headers }: FastifyRequest, bytes: number): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > bytes;
}

// Node reads the rest of a body and throws it away, so that the client gets to the response. That must have an end.
function closing(error: Error, request: FastifyRequest, reply: FastifyReply): Error {
  if (mayExceed(request, request.routeOptions.config.maxBodyBytes!)) reply.header('Connection', 'close');
  return error;
}
