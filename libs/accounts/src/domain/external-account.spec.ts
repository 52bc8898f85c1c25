import type { AccountStatus, VerificationOutcome } from './account-status.js';
import { ExternalAccount } from './external-account.js';
import type { AccountInput } from './external-account.js';

const monday = new Date('2026-01-05T10:00:00Z');
const tuesday = new Date('2026-01-06T10:00:00Z');
const input: AccountInput = {
  account_reference_id: 'jane-checking',
  customer_reference_id: 'jane',
  customer_resource_type: 'person',
  account_type: 'checking',
  account_number: '1234-56789',
  routing_number: '011000028',
  account_holder_name: 'Jane Doe',
};
const ofEnterprise: AccountInput = { ...input, customer_resource_type: 'enterprise', customer_reference_id: 'Acme' };

const register = (sent = input) => ExternalAccount.register(sent, { id: 'a', now: monday });

function stored(status: AccountStatus, sent = input): ExternalAccount {
  const account = register(sent);
  if (account.snapshot().status !== status) account.verified({ status, reasons: [] } as VerificationOutcome, monday);
  return ExternalAccount.restore(account.snapshot());
}

const eventsOf = (account: ExternalAccount) =>
  account.pullEvents().map(({ type, state }) => `${state.sequence} ${type} ${state.status}`);

describe('a new external account', () => {
  it('is created, to be verified', () => {
    const account = register();
    expect(account.snapshot()).toMatchObject({ status: 'created', metadata: null, version: 1, details_version: 1 });
    expect(eventsOf(account)).toEqual(['1 external_account_created created']);
    expect([account.hasNewDetails, account.needsVerification]).toEqual([true, true]);
  });

  it('of the enterprise itself is verified at once', () => {
    const account = register(ofEnterprise);
    expect(eventsOf(account)).toEqual(['1 external_account_created created', '2 external_account_verified verified']);
    expect(account.needsVerification).toBe(false);
  });
});

describe('verification of an external account', () => {
  it.each<VerificationOutcome['status']>(['verified', 'rejected', 'restricted', 'closed'])(
    'may find that the account is %s now',
    (status) => {
      const account = stored('created');
      account.verified({ status, reasons: [] }, tuesday);
      expect(eventsOf(account)).toEqual([`2 external_account_${status} ${status}`]);
      expect(account.snapshot()).toMatchObject({
        updated_at: tuesday,
        closed_at: status === 'closed' ? tuesday : null,
      });
    },
  );

  it('does not judge an account twice', () => {
    expect(() => stored('rejected').verified({ status: 'verified', reasons: [] }, tuesday)).toThrow(
      'rejected to verified',
    );
  });
});

describe('the replacement of an external account', () => {
  it.each<[string, Partial<AccountInput>]>([
    ['customer', { customer_reference_id: 'john' }],
    ['kind of customer', { customer_resource_type: 'business' }],
    ['type', { account_type: 'savings' }],
    ['account number', { account_number: '1234-56780' }],
    ['routing number', { routing_number: '011401533' }],
    ['holder', { account_holder_name: 'John Doe' }],
  ])('with another %s is verified anew', (_, change) => {
    for (const status of ['verified', 'rejected'] as const) {
      const account = stored(status);
      account.replace({ ...input, ...change }, tuesday);
      expect(eventsOf(account)).toEqual(['3 external_account_unverified created']);
      expect(account.snapshot()).toMatchObject({ ...change, details_version: 2, status_reasons: [] });
      expect([account.hasNewDetails, account.needsVerification]).toEqual([true, true]);
    }
  });

  it('with other metadata or hyphens stays verified', () => {
    const account = stored('verified');
    account.replace({ ...input, account_number: '123-456789', metadata: { team: 'payroll' } }, tuesday);
    expect(eventsOf(account)).toEqual([]);
    expect(account.hasNewDetails).toBe(false);
    expect(account.snapshot()).toMatchObject({
      ...{ status: 'verified', details_version: 1, version: 3, updated_at: tuesday },
      ...{ account_number: '123-456789', metadata: { team: 'payroll' } },
    });
  });

  it('of one of the enterprise is verified at once', () => {
    const account = stored('verified', ofEnterprise);
    account.replace({ ...ofEnterprise, account_type: 'savings' }, tuesday);
    expect(eventsOf(account)).toEqual([
      '3 external_account_unverified created',
      '4 external_account_verified verified',
    ]);
    expect([account.hasNewDetails, account.needsVerification]).toEqual([true, false]);
  });

  it('of one not yet verified asks for verification anew, without an event', () => {
    const account = stored('created');
    account.replace({ ...input, account_type: 'savings' }, tuesday);
    expect([eventsOf(account), account.needsVerification]).toEqual([[], true]);
  });

  it('does not lift a restriction, though the details are new ones', () => {
    const account = stored('restricted');
    account.replace({ ...input, account_type: 'savings' }, tuesday);
    expect(account.snapshot()).toMatchObject({ status: 'restricted', details_version: 2 });
    expect([account.hasNewDetails, account.needsVerification]).toEqual([true, false]);
  });

  it('is refused once the account is closed, and under another reference', () => {
    const other = { ...input, account_reference_id: 'other' };
    const code = 'invalid_account_reference_id';
    expect(() => stored('closed').replace(input, tuesday)).toThrow(
      expect.objectContaining({ code: 'resource_closed' }),
    );
    expect(() => stored('verified').replace(other, tuesday)).toThrow(expect.objectContaining({ code }));
  });
});

describe('a patch of an external account', () => {
  it('changes what it names and nothing else', () => {
    const account = stored('verified', { ...input, metadata: { team: 'payroll' } });
    const before = account.snapshot();
    account.patch({ account_number: '123456789' }, tuesday);
    const changed = { account_number: '123456789', version: 3, updated_at: tuesday };
    expect(account.snapshot()).toEqual({ ...before, ...changed });
    expect([eventsOf(account), account.hasNewDetails]).toEqual([[], false]);
  });

  it('with another detail is verified anew', () => {
    const account = stored('verified');
    account.patch({ account_holder_name: 'John Doe' }, tuesday);
    expect(eventsOf(account)).toEqual(['3 external_account_unverified created']);
    expect([account.snapshot().details_version, account.needsVerification]).toEqual([2, true]);
  });

  it('replaces the metadata as a whole, and an empty one clears them', () => {
    const account = stored('verified', { ...input, metadata: { team: 'payroll' } });
    account.patch({ metadata: { floor: 3 } }, tuesday);
    expect(account.snapshot().metadata).toEqual({ floor: 3 });
    account.patch({ metadata: {} }, tuesday);
    expect(account.snapshot().metadata).toBeNull();
  });

  it('is refused once the account is closed, and under another reference', () => {
    const code = 'invalid_account_reference_id';
    expect(() => stored('closed').patch({}, tuesday)).toThrow(expect.objectContaining({ code: 'resource_closed' }));
    expect(() => stored('verified').patch({ account_reference_id: 'other' }, tuesday)).toThrow(
      expect.objectContaining({ code }),
    );
  });
});

describe('the end of an external account', () => {
  it.each(['created', 'verified', 'rejected', 'restricted'] as const)('comes to a %s one once', (status) => {
    const account = stored(status);
    account.pullEvents();
    account.close(tuesday);
    account.close(new Date());
    expect(account.snapshot()).toMatchObject({ status: 'closed', status_reasons: [], closed_at: tuesday });
    expect(eventsOf(account)).toEqual([`${status === 'created' ? 2 : 3} external_account_closed closed`]);
    expect(account.needsVerification).toBe(false);
  });
});
