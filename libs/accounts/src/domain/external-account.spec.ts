import type { AccountStatus, VerificationOutcome } from './account-status.js';
import type { Correctable, Corrections } from './account-corrections.js';
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

describe(`${ExternalAccount.name}.register`, () => {
  it('starts as created, to be verified', () => {
    const account = register();
    expect(account.snapshot()).toMatchObject({ status: 'created', metadata: null, version: 1, details_version: 1 });
    expect(eventsOf(account)).toEqual(['1 external_account_created created']);
    expect([account.hasNewDetails, account.needsVerification]).toEqual([true, true]);
  });

  it('verifies an account of the enterprise itself at once', () => {
    const account = register(ofEnterprise);
    expect(eventsOf(account)).toEqual(['1 external_account_created created', '2 external_account_verified verified']);
    expect(account.needsVerification).toBe(false);
  });
});

describe(`${ExternalAccount.name}.verified`, () => {
  it.each<VerificationOutcome['status']>(['verified', 'rejected', 'restricted', 'closed'])(
    'may find that the account is %s now',
    (status) => {
      const account = stored('created');
      account.verified({ status, reasons: [] }, tuesday);
      expect(eventsOf(account)).toEqual([`2 external_account_${status} ${status}`]);
      expect(account.snapshot()).toMatchObject({
        updated_at: tuesday,
        closed_at: status === 'closed' ? tuesday : null,
        status_before_close: status === 'closed' ? 'created' : null,
      });
    },
  );

  it('does not verify an account twice', () => {
    expect(() => stored('rejected').verified({ status: 'verified', reasons: [] }, tuesday)).toThrow(
      'rejected to verified',
    );
  });
});

describe(`${ExternalAccount.name}.replace`, () => {
  it.each<[string, Partial<AccountInput>]>([
    ['customer', { customer_reference_id: 'john' }],
    ['kind of customer', { customer_resource_type: 'business' }],
    ['type', { account_type: 'savings' }],
    ['account number', { account_number: '1234-56780' }],
    ['routing number', { routing_number: '011401533' }],
    ['holder', { account_holder_name: 'John Doe' }],
  ])('with a new %s requests another verification', (_, change) => {
    for (const status of ['verified', 'rejected'] as const) {
      const account = stored(status);
      account.replace({ ...input, ...change }, tuesday);
      expect(eventsOf(account)).toEqual(['3 external_account_unverified created']);
      expect(account.snapshot()).toMatchObject({ ...change, details_version: 2, status_reasons: [] });
      expect([account.hasNewDetails, account.needsVerification]).toEqual([true, true]);
    }
  });

  it('with new metadata or hyphens leaves the account verified', () => {
    const account = stored('verified');
    account.replace({ ...input, account_number: '123-456789', metadata: { team: 'payroll' } }, tuesday);
    expect(eventsOf(account)).toEqual([]);
    expect(account.hasNewDetails).toBe(false);
    expect(account.snapshot()).toMatchObject({
      ...{ status: 'verified', details_version: 1, version: 3, updated_at: tuesday },
      ...{ account_number: '123-456789', metadata: { team: 'payroll' } },
    });
  });

  it('verifies an account of the enterprise at once', () => {
    const account = stored('verified', ofEnterprise);
    account.replace({ ...ofEnterprise, account_type: 'savings' }, tuesday);
    expect(eventsOf(account)).toEqual([
      '3 external_account_unverified created',
      '4 external_account_verified verified',
    ]);
    expect([account.hasNewDetails, account.needsVerification]).toEqual([true, false]);
  });

  it('requests another verification of an unverified account, without an event', () => {
    const account = stored('created');
    account.replace({ ...input, account_type: 'savings' }, tuesday);
    expect([eventsOf(account), account.needsVerification]).toEqual([[], true]);
  });

  it('does not lift a restriction, even with new details', () => {
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

describe(`${ExternalAccount.name}.patch`, () => {
  it('changes only the fields that it names', () => {
    const account = stored('verified', { ...input, metadata: { team: 'payroll' } });
    const before = account.snapshot();
    account.patch({ account_number: '123456789' }, tuesday);
    const changed = { account_number: '123456789', version: 3, updated_at: tuesday };
    expect(account.snapshot()).toEqual({ ...before, ...changed });
    expect([eventsOf(account), account.hasNewDetails]).toEqual([[], false]);
  });

  it('with changed details requests another verification', () => {
    const account = stored('verified');
    account.patch({ account_holder_name: 'John Doe' }, tuesday);
    expect(eventsOf(account)).toEqual(['3 external_account_unverified created']);
    expect([account.snapshot().details_version, account.needsVerification]).toEqual([2, true]);
  });

  it('replaces the metadata as a whole, and empty metadata clears it', () => {
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

describe(`${ExternalAccount.name}.close`, () => {
  it.each(['created', 'verified', 'rejected', 'restricted'] as const)('closes a %s account once', (status) => {
    const account = stored(status);
    account.pullEvents();
    account.close(tuesday);
    account.close(new Date());
    expect(account.snapshot()).toMatchObject({ status: 'closed', status_reasons: [], closed_at: tuesday });
    expect(account.snapshot().status_before_close).toBe(status);
    expect(eventsOf(account)).toEqual([`${status === 'created' ? 2 : 3} external_account_closed closed`]);
    expect(account.needsVerification).toBe(false);
  });
});

describe(`${ExternalAccount.name} with identical data`, () => {
  it.each<[string, Partial<AccountInput>]>([
    ['an empty patch', {}],
    ['a patch with the stored values', { account_type: 'checking', account_number: '1234-56789' }],
    ['metadata in another order', { metadata: { b: 2, a: 1 } }],
  ])('is %s: no new version, time or event', (_, patch) => {
    const account = stored('verified', { ...input, metadata: { a: 1, b: 2 } });
    const before = account.snapshot();
    account.patch(patch, tuesday);
    expect(account.snapshot()).toBe(before);
    expect([account.isChanged, account.hasNewDetails, eventsOf(account)]).toEqual([false, false, []]);
  });

  it('does not include a hyphen change: the number is kept as sent', () => {
    const account = stored('verified');
    account.patch({ account_number: '123456789' }, tuesday);
    expect(account.snapshot()).toMatchObject({ account_number: '123456789', version: 3, details_version: 1 });
    expect([account.isChanged, account.hasNewDetails]).toEqual([true, false]);
  });

  it('is still refused for a closed account', () => {
    expect(() => stored('closed').patch({}, tuesday)).toThrow('closed');
  });
});

describe(`${ExternalAccount.name}.correct`, () => {
  const externalAccountWith = (...news: Corrections[]) => {
    const account = stored('verified');
    for (const each of news) account.correct(each, tuesday);
    return account;
  };
  const all: Correctable = {
    account_number: '987654321',
    routing_number: '021000021',
    account_type: 'savings',
    account_holder_name: 'Janet Doe',
  };

  it('stores the bank’s corrections without changing status, details or events', () => {
    const account = externalAccountWith(all);
    expect(account.snapshot()).toMatchObject({
      ...{ corrections: all, status: 'verified', details_version: 1, version: 3, updated_at: tuesday },
      account_number: '1234-56789',
    });
    expect([account.isChanged, account.hasNewDetails, eventsOf(account)]).toEqual([true, false, []]);
  });

  it('lets later corrections win, field by field', () => {
    const account = externalAccountWith(
      { routing_number: '1', account_type: 'savings' },
      { routing_number: '021000021' },
    );
    expect(account.snapshot().corrections).toEqual({ routing_number: '021000021', account_type: 'savings' });
  });

  it('stores no correction that matches the account, ignoring hyphens', () => {
    const same: Corrections = { account_number: '123456789', account_holder_name: 'Jane Doe' };
    expect(externalAccountWith(same).isChanged).toBe(false);
    expect(externalAccountWith({ account_number: '987654321' }, same).snapshot().corrections).toBeNull();
  });

  it('ignores a repeated report', () => {
    const account = ExternalAccount.restore(externalAccountWith(all).snapshot());
    account.correct(all, tuesday);
    expect(account.isChanged).toBe(false);
  });

  it('stores corrections of a closed account too', () => {
    const account = stored('closed');
    account.correct({ account_type: 'savings' }, tuesday);
    expect(account.snapshot()).toMatchObject({ status: 'closed', corrections: { account_type: 'savings' } });
  });

  it.each<[keyof Corrections, Partial<AccountInput>]>([
    ['account_number', { account_number: '987654321' }],
    ['account_number', { account_number: '5555' }],
    ['routing_number', { routing_number: '011401533' }],
    ['account_type', { account_type: 'savings' }],
    ['account_holder_name', { account_holder_name: 'J Doe' }],
  ])('removes the correction of %s when the client sets any value', (field, patch) => {
    const account = externalAccountWith(all);
    account.patch(patch, tuesday);
    const { [field]: _, ...others } = all;
    expect(account.snapshot()).toMatchObject({ corrections: others, status: 'created' });
    expect(account.snapshot().corrections).not.toHaveProperty(field);
  });

  it('keeps corrections when another field or only the formatting changes', () => {
    const account = externalAccountWith(all);
    account.patch({ metadata: { a: 1 }, account_number: '123-456-789' }, tuesday);
    expect(account.snapshot().corrections).toEqual(all);
  });

  it('removes all corrections once every field is changed', () => {
    const account = externalAccountWith(all);
    account.replace({ ...input, ...all }, tuesday);
    expect(account.snapshot().corrections).toBeNull();
  });
});
