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
  private readonly page: URL;
  private readonly isSandbox: boolean;

  constructor(
    private readonly reflector: Reflector,
    @Inject(CONFIG) { publicBaseUrl, environment }: Pick<Config, 'publicBaseUrl' | 'environment'>,
  ) {
    this.page = new URL(publicBaseUrl);
    this.isSandbox = environment === 'sandbox';
  }

  canActivate(context: ExecutionContext): boolean {
    const operation = this.reflector.get<OperationTraits | undefined>(OPERATION, context.getHandler());
    if (operation?.browser !== true || this.isOwn(context.switchToHttp().getRequest<FastifyRequest>())) return true;
    throw sessionErrors.forbidden();
  }

  private isOwn(request: FastifyRequest): boolean {
    const { headers, sentMediaType, body } = request;
    const site = headers['sec-fetch-site'];
    const isEmpty = !(body instanceof RawBody) || body.isEmpty;
    return (
      headers['x-portal'] === '1' &&
      (isEmpty || JSON_TYPE.test(sentMediaType)) &&
      (site === undefined || site === 'same-origin') &&
      this.isOwnOrigin(request)
    );
  }

  private isOwnOrigin({ headers: { origin }, protocol, host }: FastifyRequest): boolean {
    const { page } = this;
    // The cookie of a production service without https would travel in the open.
    if (origin === page.origin) return this.isSandbox || page.protocol === 'https:';
    // Nobody may have set the public address of a sandbox. Where the request came to it, the page has its scheme, too.
    return this.isSandbox && host !== page.host && origin === `${protocol}://${host}`;
  }
}
