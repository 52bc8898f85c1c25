import type { DescribedOperation } from './describe-operations.js';

export type Security = Readonly<Record<string, readonly string[]>>;

/** The credentials a caller needs: none, or a token that allows the operation, with or without an API key. */
export function securityOf({ scope, portal }: DescribedOperation): readonly Security[] {
  if (scope === undefined) return [];
  return portal ? [{ bearer: [scope] }] : [{ bearer: [scope] }, { bearer: [scope], api_key: [] }];
}

export function isVersioned({ scope, portal }: DescribedOperation): boolean {
  return scope !== undefined && !portal;
}
