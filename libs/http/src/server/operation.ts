import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { Idempotent } from '../idempotency/idempotent.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a token must allow; none where no operation is, or a public one. For hooks, which run before the guards. */
    scope?: Scope;
  }
}

export const OPERATION = 'payments:operation';
export const SERVICE_VERSION = 'v2022-09-21';

/** An action and a resource. What scopes exist is decided where tokens are issued. */
export type Scope = `${'read' | 'write' | 'invoke'}:${string}`;

export interface OperationOptions {
  /** Its name in the description: a verb and a noun, of which generated clients make the name of a method. */
  readonly id: string;
  /** What a token must allow. Left out: the operation is public, without token and version. */
  readonly scope?: Scope;
  /** For portal users only: the operation takes no API key and no version header. */
  readonly portal?: boolean;
  /** The shape of the answer, for the OpenAPI document. */
  readonly answers?: Type<object>;
  /** 200 unless stated: creations answer 200 too. */
  readonly status?: number;
  /** What the summary does not say: effects, limits, and what to do next. */
  readonly description: string;
  /** It creates: the answer is kept for a caller who sends an `Idempotency-Key`. Not where it shows a secret. */
  readonly idempotent?: boolean;
}

/** What a route tells of itself at run time. */
export interface OperationTraits extends Pick<OperationOptions, 'id' | 'scope'> {
  readonly status: number;
  readonly idempotent: boolean;
  readonly portal: boolean;
}

/**
 * Declares a route once: its name, summary and answer for the description, its status, and what the guards demand of
 * the caller. What is the same for many (headers, errors, security) the description adds itself.
 */
export function Operation(summary: string, options: OperationOptions): MethodDecorator {
  const { id, scope, answers, status = 200, description, idempotent = false, portal = false } = options;
  return applyDecorators(
    // First, as it replaces the method that the others tell about.
    ...(idempotent ? [Idempotent()] : []),
    SetMetadata(OPERATION, { id, status, idempotent, portal, ...(scope && { scope }) } satisfies OperationTraits),
    RouteConfig({ ...(scope && { scope }) }),
    HttpCode(status),
    ApiOperation({ operationId: id, summary, description }),
    ApiResponse({ status, description: summary, ...(answers && { type: answers }) }),
  );
}
