import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { OPERATION } from '@payments/http';
import type { OperationTraits } from '@payments/http';
import type { FastifyRequest } from 'fastify';
import { AuditUserActions } from '../../application/audit-user-actions.js';
import { AuthenticateApiKey } from '../../application/authenticate-api-key.js';
import { AuthenticateBearer } from '../../application/authenticate-bearer.js';
import type { Principal } from '../../application/authenticate-bearer.js';
import { missingScope } from '../../domain/auth.errors.js';
import { AddressLimit } from './address-limit.js';

type CalledRequest = FastifyRequest & { user: Principal };

function traitsOf(reflector: Reflector, context: ExecutionContext): Partial<OperationTraits> {
  return reflector.get<OperationTraits | undefined>(OPERATION, context.getHandler()) ?? {};
}

/** 401 unless a valid bearer token is sent. Completes the request's context with tenant and caller. */
@Injectable()
export class BearerGuard extends AuthGuard('bearer') {
  constructor(
    private readonly reflector: Reflector,
    private readonly addressLimit: AddressLimit,
    private readonly bearer: AuthenticateBearer,
  ) {
    super();
  }

  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { scope, portal } = traitsOf(this.reflector, context);
    if (scope === undefined) return true;
    const request = context.switchToHttp().getRequest<CalledRequest>();
    // What a user decides in the portal counts only if the user still may, by the database.
    if (portal && request.method !== 'GET') this.bearer.forget(request.headers.authorization);
    const known = this.bearer.recall(request.headers.authorization);
    if (known === undefined) return this.identify(context, request);
    request.user = known;
    return this.admit(request);
  }

  private async identify(context: ExecutionContext, request: CalledRequest): Promise<boolean> {
    try {
      await super.canActivate(context);
    } catch (error) {
      await this.addressLimit.countRefused(request);
      throw error;
    }
    return this.admit(request);
  }

  private admit(request: CalledRequest): true {
    const { tenant, subject, owner, session } = request.user;
    Object.assign(request.workContext, { tenant, actor: subject.name, isPortal: session?.kind === 'portal' });
    if (owner !== undefined) request.workContext.owner = owner;
    const { authorization } = request.headers;
    request.isStillAdmitted = () =>
      this.bearer.execute(authorization).then(
        () => true,
        () => false,
      );
    return true;
  }
}

/** 403 when the API key is invalid, or missing and required. The portal accepts none. */
@Injectable()
export class ApiKeyGuard extends AuthGuard('api-key') {
  constructor(
    private readonly reflector: Reflector,
    private readonly apiKey: AuthenticateApiKey,
  ) {
    super();
  }

  override canActivate(context: ExecutionContext): ReturnType<CanActivate['canActivate']> {
    const { scope, portal } = traitsOf(this.reflector, context);
    if (scope === undefined || portal) return true;
    const { headers, user } = context.switchToHttp().getRequest<CalledRequest>();
    if (headers['x-api-key'] !== undefined) return super.canActivate(context);
    this.apiKey.assertOptional(user);
    return true;
  }
}

/** 403 when the token has none of the operation's scopes. The portal is for portal users only. */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const { scope, otherScopes = [], portal } = traitsOf(this.reflector, context);
    if (scope === undefined) return true;
    const { user } = context.switchToHttp().getRequest<{ user: Principal }>();
    const isPlace = user.subject.kind === 'user' || !portal;
    if (isPlace && [scope, ...otherScopes].some((each) => user.scopes.has(each))) return true;
    throw missingScope(scope, ...otherScopes);
  }
}

/** Rejects nothing and runs after what rejects a caller, so that only requests of entitled callers are audited. */
@Injectable()
export class UserAuditGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly auditUserActions: AuditUserActions,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { user, url } = context.switchToHttp().getRequest<FastifyRequest & { user?: Principal }>();
    if (user?.subject.kind !== 'user') return true;
    const { id, scope, portal } = this.reflector.get<OperationTraits>(OPERATION, context.getHandler());
    if (scope === undefined) return true;
    return this.auditUserActions.execute({ id, scope, portal, path: url.split('?')[0]! }).then(() => true);
  }
}
