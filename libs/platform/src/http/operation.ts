import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { Idempotent, REPLAYED_HEADER } from '../idempotency/idempotent.js';

export const OPERATION = 'payments:operation';
export const SERVICE_VERSION = 'v2022-09-21';

/** What only portal users may do, each according to his role. Their operations take no API key and no version. */
export const PORTAL_SCOPES = [
  'read:credentials',
  'write:credentials',
  'read:users',
  'write:users',
  'read:settings',
  'write:settings',
  'read:audit',
] as const;

export type PortalScope = (typeof PORTAL_SCOPES)[number];

export function isPortalScope(scope: Scope): scope is PortalScope {
  return (PORTAL_SCOPES as readonly Scope[]).includes(scope);
}

export type Scope =
  | PortalScope
  | `${'read' | 'write'}:${'persons' | 'businesses' | 'external-accounts' | 'transfers' | 'balances' | 'ledger'}`
  | `${'read' | 'write'}:webhook-configurations`
  | 'read:webhook-secret'
  | 'write:webhook-secret'
  | 'invoke:webhook';

export interface OperationOptions {
  /** What a token must allow. Left out: the operation is public, without token and version. */
  readonly scope?: Scope;
  /** The shape of the answer, for the OpenAPI document. */
  readonly answers?: Type<object>;
  /** 200 unless stated: creations answer 200 too. */
  readonly status?: number;
  readonly description?: string;
  /** It creates: the answer is kept for a caller who sends an `Idempotency-Key`. Not where it shows a secret. */
  readonly idempotent?: boolean;
}

const VERSION_HEADER = ApiHeader({
  name: 'Service-Version',
  required: true,
  schema: { type: 'string', enum: [SERVICE_VERSION] },
});

/** Declares a route once: its summary and answer for OpenAPI, its status, and what the guards demand of the caller. */
export function Operation(summary: string, options: OperationOptions = {}): MethodDecorator {
  const { scope, answers, status = 200, description, idempotent = false } = options;
  const secured =
    scope === undefined ? [] : isPortalScope(scope) ? [ApiBearerAuth()] : [ApiBearerAuth(), VERSION_HEADER];
  return applyDecorators(
    // First, as it replaces the method that the others tell about.
    ...(idempotent ? [Idempotent()] : []),
    SetMetadata(OPERATION, { ...(scope && { scope }) } satisfies OperationOptions),
    HttpCode(status),
    ApiOperation({ summary, ...(description && { description }) }),
    ApiResponse({
      status,
      description: summary,
      ...(answers && { type: answers }),
      ...(idempotent && { headers: REPLAYED_HEADER }),
    }),
    ApiResponse({ status: 'default', description: 'An error', schema: { $ref: '#/components/schemas/Error' } }),
    ...secured,
  );
}
