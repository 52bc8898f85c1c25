import { Operation } from '@payments/http';
import type { OperationOptions } from '@payments/http';
import type { PortalScope } from '../../domain/scopes.js';

interface PortalOptions extends Omit<OperationOptions, 'portal'> {
  readonly scope: PortalScope;
}

/** Declares an operation that only portal users may call. */
export function PortalOperation(summary: string, options: PortalOptions): MethodDecorator {
  return Operation(summary, { ...options, portal: true });
}
