import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Clock } from '@payments/kernel';
import { OPERATION } from '@payments/http';
import type { OperationTraits } from '@payments/http';
import type { Principal } from '../../application/authenticate-bearer.js';
import { stepUpErrors } from '../../domain/auth.errors.js';
import { isFresh } from '../../domain/session-rules.js';

/** 403 where the page of the portal must ask the user for a password or code again. Programs are not asked. */
@Injectable()
export class StepUpGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const operation = this.reflector.get<OperationTraits | undefined>(OPERATION, context.getHandler());
    if (operation?.stepUp !== true) return true;
    const { user } = context.switchToHttp().getRequest<{ user: Principal }>();
    if (user.session === undefined || isFresh(user.session, this.clock.now())) return true;
    throw stepUpErrors.step_up_required();
  }
}
