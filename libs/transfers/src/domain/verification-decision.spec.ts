import { isPayable } from './transfer-state.js';
import type { PartyState, PartyVerdict } from './transfer-state.js';
import { verificationDecision } from './verification-decision.js';

const NOW = new Date('2026-01-05T10:00:00Z');
const LATER = new Date('2026-01-05T11:00:00Z');

const names = { account_reference_id: 'a', customer_reference_id: 'c', account_id: 'id', account_version: 1 };

function finding(verdict: PartyVerdict, party: Pick<PartyState, 'was_verified'>, now = NOW): string {
  const parties = { source: null, destination: { ...names, ...party } };
  const outcome = verificationDecision(parties, { destination: verdict }, { now, waitUntil: LATER });
  if (typeof outcome === 'string') return outcome;
  expect(outcome).toMatchObject({ destination: { reason_code: 'account_not_verified' } });
  return 'refused';
}

const STATUSES = ['created', 'verified', 'rejected', 'restricted', 'closed'] as const;
const SIGNS: Readonly<Record<string, string>> = { wait: '?', cleared: 'y', refused: 'n' };

// Down: the account, across: the customer, both in the order of STATUSES.
const BY_STATUS = ['??nnn', '?ynnn', 'nnnnn', 'nnnnn', 'nnnnn'];
const NEVER = STATUSES.map(() => 'nnnnn');

describe('the verification decision on a party', () => {
  it.each([
    { label: 'was verified', was_verified: true, table: BY_STATUS },
    { label: 'was verified, with a changed account', was_verified: true, changed: true, table: BY_STATUS },
    { label: 'was not verified', was_verified: false, table: BY_STATUS },
    { label: 'was not verified, with a changed account', was_verified: false, changed: true, table: NEVER },
    { label: 'was accepted before this was recorded', table: BY_STATUS },
    { label: 'was accepted before this was recorded, with a changed account', changed: true, table: NEVER },
  ])('that $label depends on the statuses of its account and customer', ({ table, changed = false, ...party }) => {
    const signs = STATUSES.map((account) =>
      STATUSES.map((customer) => SIGNS[finding({ account, customer, changed }, party)]).join(''),
    );
    expect(signs).toEqual(table);
  });

  it('accepts a closed party only if it was verified before closing', () => {
    const before = [...STATUSES.slice(0, -1), null];
    const verdicts = before.flatMap((status): PartyVerdict[] => [
      { account: 'closed', account_before_close: status, customer: 'verified' },
      { account: 'verified', customer: 'closed', customer_before_close: status },
      {
        ...{ account: 'closed', account_before_close: status },
        ...{ customer: 'closed', customer_before_close: status },
      },
    ]);
    const cleared = verdicts.filter((verdict) => finding(verdict, { was_verified: false }) === 'cleared');
    expect(cleared).toEqual(verdicts.slice(3, 6));
    expect(verdicts.filter(isPayable)).toEqual(cleared);
  });

  it('ignores the past status of an open party', () => {
    const before = { account_before_close: 'verified', customer_before_close: 'verified' } as const;
    expect(isPayable({ account: 'restricted', customer: 'verified', ...before })).toBe(false);
  });

  it.each([true, false])('is a refusal after too long a wait (was verified: %s)', (was_verified) => {
    const verdict = { account: 'verified', customer: 'created' } as const;
    expect(finding(verdict, { was_verified }, new Date(LATER.getTime() - 1))).toBe('wait');
    expect(finding(verdict, { was_verified }, LATER)).toBe('refused');
  });
});
