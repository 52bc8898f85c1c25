import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { Idempotent } from '../idempotency/idempotent.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope a token needs; none for public or unknown routes. For hooks, which run before the guards. */
    scope?: Scope;
    /** The most bytes of the body, if the operation takes more than others. */
    maxBodyBytes?: number;
  }
}

export const OPERATION = 'payments:operation';
export const SERVICE_VERSION = 'v2022-09-21';

/** An action and a resource. The token issuer defines which scopes exist. */
export type Scope = `${'read' | 'write' | 'invoke'}:${string}`;

export interface OperationOptions {
  /** Its name in the description: a verb and a noun, which generated clients use as method name. */
  readonly id: string;
  /** The scope a token needs. Without it the operation is public, without token and version. */
  readonly scope?: Scope;
  /** Scopes that open it as well. */
  readonly otherScopes?: readonly Scope[];
  /** For portal users only: the operation takes no API key and no version header. */
  readonly portal?: boolean;
  /** It sets or reads the session cookie: only the portal's own page may call it, from its own origin. */
  readonly browser?: boolean;
  /** The response class, for the OpenAPI document. */
  readonly response?: Type<object>;
  /** 200 unless stated: creations return 200 too. */
  readonly status?: number;
  /** What the summary does not say: effects, limits, and what to do next. */
  readonly description: string;
  /** It creates a resource: the response is stored under the caller's `Idempotency-Key`, unless it shows a secret. */
  readonly idempotent?: boolean;
  /** The most bytes of a body that is text of another type than JSON; 64 KiB unless stated. */
  readonly maxBodyBytes?: number;
}

/** The metadata of a route at run time. */
export interface OperationTraits extends Pick<OperationOptions, 'id' | 'scope'> {
  readonly otherScopes: readonly Scope[];
  readonly status: number;
  readonly idempotent: boolean;
  readonly portal: boolean;
  readonly browser: boolean;
  /** The body is text that no class validates. */
  readonly takesText: boolean;
}

/**
 * Declares a route once: its name, summary and response for the description, its status, and what the guards require of
 * the caller. The description adds shared parts (headers, errors, security) itself.
 */
export function Operation(summary: string, options: OperationOptions): MethodDecorator {
  const { id, scope, response, status = 200, description, maxBodyBytes } = options;
  const { idempotent = false, portal = false, browser = false, otherScopes = [] } = options;
  const takesText = maxBodyBytes !== undefined;
  const traits = { id, status, idempotent, portal, browser, takesText, otherScopes, ...(scope && { scope }) };
  return applyDecorators(
    // First, because it replaces the method that the others describe.
    ...(idempotent ? [Idempotent()] : []),
    SetMetadata(OPERATION, traits satisfies OperationTraits),
    RouteConfig({ ...(scope && { scope }), ...(maxBodyBytes && { maxBodyBytes }) }),
    HttpCode(status),
    ApiOperation({ operationId: id, summary, description }),
    ApiResponse({ status, description: summary, ...(response && { type: response }) }),
  );
}
