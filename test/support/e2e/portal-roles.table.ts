export const ROLES = ['payment_initiator', 'payment_approver', 'developer', 'read_only'] as const;
export type Role = (typeof ROLES)[number];

/** Every page that is no form, and the roles besides administrators that may see it; all of them if none is named. */
export const ROLE_PAGES: Readonly<Record<string, readonly Role[]>> = {
  ...Object.fromEntries(
    ['/', '/transfers', '/bulk', '/approvals', '/schedules', '/customers', '/accounts', '/verifications', '/balance']
      .concat('/batches', '/rails', '/health', '/webhooks', '/policies', '/settings', '/sessions', '/reports')
      .concat('/reference', '/limits', '/subledgers', '/subledgers/transfers', '/rails/statements', '/rails/breaks')
      .map((path) => [path, ROLES]),
  ),
  ...{ '/developers': ['developer'], '/users': [], '/audit': [], '/sandbox': ['payment_initiator'] },
};

/** Pages that others lead to. */
export const NOT_IN_BAR = ['/sessions', '/subledgers/transfers', '/rails/statements', '/rails/breaks'];
