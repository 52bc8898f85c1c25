import { Inject, Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { OPERATION, RawBody } from '@payments/http';
import type { OperationTraits } from '@payments/http';
import type { FastifyRequest } from 'fastify';
import { sessionErrors } from '../../domain/auth.errors.js';

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/**
 * 403 for operations that set or read the session cookie, unless the portal's own page sends the request. A form, an
 * image or a script of another site cannot send the header, the media type and the origin together.
 */
@Injectable()
export class SameOriginGuard implements CanActivate {
  private readonly origin: string;
  private readonly isSandbox: boolean;

  constructor(
    private readonly reflector: Reflector,
    @Inject(CONFIG) { publicBaseUrl, environment }: Pick<Config, 'publicBaseUrl' | 'environment'>,
  ) {
    this.origin = new URL(publicBaseUrl).origin;
    this.isSandbox = environment === 'sandbox';
  }

  canActivate(context: ExecutionContext): boolean {
    const operation = this.reflector.get<OperationTraits | undefined>(OPERATION, context.getHandler());
    if (operation?.browser !== true || this.isOwn(context.switchToHttp().getRequest<FastifyRequest>())) return true;
    throw sessionErrors.forbidden();
  }

  private isOwn({ headers, sentMediaType, body }: FastifyRequest): boolean {
    const site = headers['sec-fetch-site'];
    const isEmpty = !(body instanceof RawBody) || body.isEmpty;
    return (
      headers['x-portal'] === '1' &&
      (isEmpty || JSON_TYPE.test(sentMediaType)) &&
      (site === undefined || site === 'same-origin') &&
      this.isOwnOrigin(headers.origin, headers.host)
    );
  }

  // The cookie of a production service without https would travel in the open.
  private isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
    if (!this.isSandbox) return origin === this.origin && origin.startsWith('https:');
    return origin !== undefined && (origin === this.origin || hostOf(origin) === host);
  }
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
