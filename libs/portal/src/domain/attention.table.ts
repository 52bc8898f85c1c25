/** What may need attention, and the scope that shows the same in the API. In the order in which it is shown. */
const attentionScopes = {
  returned_legs: 'read:transfers',
  return_rates: 'read:transfers',
  open_breaks: 'read:ledger',
  closed_subledgers: 'read:subledgers',
  invariant_violations: 'read:me',
  account_corrections: 'read:external-accounts',
  disabled_endpoints: 'read:webhook-configurations',
  failing_endpoints: 'read:webhook-configurations',
  expired_deliveries: 'read:webhook-configurations',
} as const;

export type AttentionKind = keyof typeof attentionScopes;

export const attentionKinds = Object.keys(attentionScopes) as AttentionKind[];

/** The kinds that a caller with these scopes sees. */
export function kindsFor(scopes: ReadonlySet<string>): readonly AttentionKind[] {
  return attentionKinds.filter((kind) => scopes.has(attentionScopes[kind]));
}
