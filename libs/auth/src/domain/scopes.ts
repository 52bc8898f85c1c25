/** Every scope of a client unless its credentials are restricted. */
export const CLIENT_SCOPES = [
  ...['persons', 'businesses', 'external-accounts', 'transfers', 'balances', 'ledger', 'webhook-configurations']
    .concat('webhook-secret')
    .flatMap((resource) => [`read:${resource}`, `write:${resource}`]),
  'invoke:webhook',
  'read:verify-accounts',
  'write:verify-accounts',
  'read:schedules',
  'write:schedules',
  'read:approvals',
  ...(['subledgers', 'booktransfers'] as const).flatMap(
    (resource) => [`read:${resource}`, `write:${resource}`] as const,
  ),
  'read:bulk-transfers',
  'write:bulk-transfers',
  'read:reports',
  'write:reports',
  'read:transfer-groups',
  'write:transfer-groups',
  'read:routing-number-eligibility',
] as const;

const readScopes = CLIENT_SCOPES.filter((scope) => scope.startsWith('read:') && scope !== 'read:webhook-secret');
const payments = ['persons', 'businesses', 'external-accounts', 'transfers', 'verify-accounts', 'schedules']
  .concat('subledgers', 'booktransfers', 'bulk-transfers', 'transfer-groups')
  .map((resource) => `write:${resource}`);
const webhooks = CLIENT_SCOPES.filter((scope) => scope.includes('webhook'));

/** What every portal user may do: read and change what is the user's own. */
export const ME_SCOPES = ['read:me', 'write:me'] as const;

/** Scopes of portal users only, by role. */
export const PORTAL_SCOPES = [
  ...ME_SCOPES,
  'read:credentials',
  'write:credentials',
  'read:users',
  'write:users',
  'read:settings',
  'write:settings',
  'read:audit',
  'read:rails',
  'write:rails',
  'write:approvals',
  'read:controls',
  'write:controls',
] as const;

export type PortalScope = (typeof PORTAL_SCOPES)[number];

export const USER_ROLES = ['admin', 'payment_initiator', 'payment_approver', 'developer', 'read_only'] as const;

/** What every role may read in the portal. */
const readsOfPortal = ['read:settings', 'read:rails', 'read:controls'] as const;

export type UserRole = (typeof USER_ROLES)[number];

/** The scopes of each portal role, in the portal and, with an API key, elsewhere. */
export const ROLE_SCOPES: Readonly<Record<UserRole, readonly string[]>> = {
  admin: [...CLIENT_SCOPES, ...PORTAL_SCOPES],
  payment_initiator: [...readScopes, ...payments, ...readsOfPortal, ...ME_SCOPES],
  payment_approver: [...readScopes, ...readsOfPortal, 'write:approvals', ...ME_SCOPES],
  developer: [
    ...new Set([...readScopes, ...webhooks]),
    ...['read:credentials', 'write:credentials', ...readsOfPortal],
    ...ME_SCOPES,
  ],
  read_only: [...readScopes, ...readsOfPortal, ...ME_SCOPES],
};

/** The roles that may approve. */
export const APPROVERS: readonly UserRole[] = USER_ROLES.filter((role) =>
  ROLE_SCOPES[role].includes('write:approvals'),
);

/** The roles that may manage users. */
export const USER_MANAGERS: readonly UserRole[] = USER_ROLES.filter((role) =>
  ROLE_SCOPES[role].includes('write:users'),
);
