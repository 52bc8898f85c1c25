import { CLIENT_SCOPES } from './credentials.js';

describe('client credentials', () => {
  it('hold every scope of the interface and none of the portal', () => {
    const resources = ['persons', 'businesses', 'external-accounts', 'transfers', 'balances', 'ledger'];
    const all = [...resources, 'webhook-configurations', 'webhook-secret'].flatMap((name) => [
      `read:${name}`,
      `write:${name}`,
    ]);
    expect([...CLIENT_SCOPES].sort()).toEqual([...all, 'invoke:webhook'].sort());
    expect(CLIENT_SCOPES.some((scope) => scope.includes('portal'))).toBe(false);
  });
});
