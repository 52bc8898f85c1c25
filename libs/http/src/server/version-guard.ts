import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { httpErrors } from './http-errors.js';
import { OPERATION, SERVICE_VERSION } from './operation.js';
import type { OperationTraits } from './operation.js';

/** Every operation except public and portal ones needs the header `Service-Version: v2022-09-21`. */
@Injectable()
export class VersionGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const operation = this.reflector.get<OperationTraits | undefined>(OPERATION, context.getHandler());
    if (operation?.scope === undefined || operation.portal) return true;
    const version = context.switchToHttp().getRequest<FastifyRequest>().headers['service-version'];
    if (version === undefined || version === '') throw httpErrors.missing_service_version();
    if (version !== SERVICE_VERSION) throw httpErrors.invalid_service_version();
    return true;
  }
}
