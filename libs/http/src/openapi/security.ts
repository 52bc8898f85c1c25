import type { DescribedOperation } from './describe-operations.js';

export type Security = Readonly<Record<string, readonly string[]>>;

/** The credentials a caller needs: none, or a token that allows the operation, with or without an API key. */
export function securityOf({ scope, otherScopes, portal }: DescribedOperation): readonly Security[] {
  if (scope === undefined) return [];
  const scopes = [scope, ...otherScopes];
  return scopes.flatMap((each) =>
    portal ? [{ bearer: [each] }] : [{ bearer: [each] }, { bearer: [each], api_key: [] }],
  );
}

export function isVersioned({ scope, portal }: DescribedOperation): boolean {
  return scope !== undefined && !portal;
}
