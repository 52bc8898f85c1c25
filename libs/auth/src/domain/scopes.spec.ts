import { approverRoles } from '@payments/controls';
import { CLIENT_SCOPES, PORTAL_SCOPES, ROLE_SCOPES, USER_ROLES } from './scopes.js';

const portal: readonly string[] = PORTAL_SCOPES;
/** Scopes of what can only be read, or only be done. */
const SINGLE = ['invoke:webhook', 'read:approvals', 'read:routing-number-eligibility'];

describe('client credentials', () => {
  it('hold every scope of the interface and none of the portal', () => {
    const resources = [
      'persons',
      'businesses',
      'external-accounts',
      'transfers',
      'balances',
      'ledger',
      'verify-accounts',
      'schedules',
      'subledgers',
      'booktransfers',
      'bulk-transfers',
      'reports',
      'transfer-groups',
    ];
    const all = [...resources, 'webhook-configurations', 'webhook-secret'].flatMap((name) => [
      `read:${name}`,
      `write:${name}`,
    ]);
    expect([...CLIENT_SCOPES].sort()).toEqual([...all, ...SINGLE].sort());
    expect(CLIENT_SCOPES.filter((scope) => portal.includes(scope))).toEqual([]);
  });
});

describe('the roles of portal users', () => {
  it.each(USER_ROLES)('give %s only existing scopes, each once', (role) => {
    const scopes = ROLE_SCOPES[role];
    const known = [...CLIENT_SCOPES, ...portal];
    expect(scopes.filter((scope) => !known.includes(scope))).toEqual([]);
    expect(new Set(scopes).size).toBe(scopes.length);
  });

  it('let an administrator do everything', () => {
    expect([...ROLE_SCOPES.admin].sort()).toEqual([...CLIENT_SCOPES, ...portal].sort());
  });

  it('let every role see bank files, and only the administrator decide about them', () => {
    for (const role of USER_ROLES) expect(ROLE_SCOPES[role]).toContain('read:rails');
    expect(USER_ROLES.filter((role) => ROLE_SCOPES[role].includes('write:rails'))).toEqual(['admin']);
  });

  it('let only the administrator change users and settings and read the audit', () => {
    const others = USER_ROLES.filter((role) => role !== 'admin').flatMap((role) => ROLE_SCOPES[role]);
    expect(['write:users', 'write:settings', 'read:audit'].filter((scope) => others.includes(scope))).toEqual([]);
  });

  it('let payment approvers approve and nothing else', () => {
    const writes = ROLE_SCOPES.payment_approver.filter((scope) => !/^read:|:me$/.test(scope));
    expect(writes).toEqual(['write:approvals']);
    expect(USER_ROLES.filter((role) => ROLE_SCOPES[role].includes('write:approvals')).sort()).toEqual([
      ...approverRoles,
    ]);
    expect(USER_ROLES.filter((role) => ROLE_SCOPES[role].includes('write:controls'))).toEqual(['admin']);
  });

  it('let everybody read and change what is their own', () => {
    for (const role of USER_ROLES) expect(ROLE_SCOPES[role]).toEqual(expect.arrayContaining(['read:me', 'write:me']));
  });

  it('let read-only callers change nothing but what is their own, and see no secrets', () => {
    expect(ROLE_SCOPES.read_only.filter((scope) => !scope.startsWith('read:'))).toEqual(['write:me']);
    expect(ROLE_SCOPES.read_only).not.toContain('read:webhook-secret');
  });

  it('keep payment initiators from webhooks and credentials, and developers from payments', () => {
    const writes = (role: 'payment_initiator' | 'developer') =>
      ROLE_SCOPES[role].filter((scope) => !/^read:|:me$/.test(scope)).sort();
    const customers = ['booktransfers', 'bulk-transfers', 'businesses', 'external-accounts', 'persons', 'schedules'];
    const payments = [...customers, 'subledgers', 'transfer-groups', 'transfers', 'verify-accounts'].map(
      (name) => `write:${name}`,
    );
    expect(writes('payment_initiator')).toEqual(payments);
    const others = ['write:credentials', 'write:webhook-configurations', 'write:webhook-secret'];
    expect(writes('developer')).toEqual(['invoke:webhook', ...others]);
  });
});
