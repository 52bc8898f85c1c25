import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Clock } from '@payments/kernel';
import { OPERATION } from '@payments/http';
import type { OperationTraits } from '@payments/http';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../application/authenticate-bearer.js';
import { stepUpErrors } from '../../domain/auth.errors.js';
import { isFresh } from '../../domain/session-rules.js';
import { STEP_UP } from '../../domain/step-up.table.js';

/** 403 where a user must first give a password or code again, in a browser as in a program. Clients have none. */
@Injectable()
export class StepUpGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const { user, method } = context.switchToHttp().getRequest<FastifyRequest & { user?: Principal }>();
    if (user?.subject.kind !== 'user') return true;
    const { id } = this.reflector.get<OperationTraits>(OPERATION, context.getHandler());
    if (!(STEP_UP[id] ?? method !== 'GET')) return true;
    if (user.session !== undefined && isFresh(user.session, this.clock.now())) return true;
    throw stepUpErrors.step_up_required();
  }
}
