import { DAY_MS, HOUR_MS, newYorkInstant } from '@payments/kernel';
import fc from 'fast-check';
import { bucketOf, lockedBuckets, subjectsOf, windowEnd, windowStart } from './limit.js';
import type { Limit, LimitedTransfer } from './limit.js';
import { judgeUsage, totalOf, usageKey } from './limit-usage.js';

const limit = (changes: Partial<Limit> = {}): Limit => ({
  ...{ id: 'l', name: 'Daily', per: 'enterprise', who: null, direction: 'any', window: 'day' },
  ...{ max_amount: 1_000, max_count: null, action: 'refuse', enabled: true },
  ...{ version: 1, counts_from: new Date(0), created_at: new Date(0), updated_at: new Date(0), updated_by: 'ann' },
  ...changes,
});
const party = (name: string) => ({ account_id: `${name}-account`, customer_reference_id: name });
const payout = (id: string, amount: bigint, changes: Partial<LimitedTransfer> = {}): LimitedTransfer => ({
  ...{ id, amount, use_case: 'payout', created_by: 'client', source: null, destination: party('bob') },
  subledger_reference_id: null,
  ...changes,
});
const judge = (
  transfers: readonly LimitedTransfer[],
  limits: readonly Limit[],
  { used = 0n, approved = [] }: { readonly used?: bigint; readonly approved?: readonly string[] } = {},
) => {
  const before = new Map([[usageKey('l', 'enterprise'), { amount: used, count: used === 0n ? 0 : 1 }]]);
  const verdicts = judgeUsage(transfers, { limits, before, isApproved: ({ id }) => approved.includes(id) });
  return transfers.map(({ id }) => verdicts.get(id)!.exceeded.length === 0);
};

describe('a limit', () => {
  it('may be reached, but not exceeded', () => {
    expect(judge([payout('a', 1_000n)], [limit()])).toEqual([true]);
    expect(judge([payout('a', 1_000n)], [limit()], { used: 1n })).toEqual([false]);
    expect(judge([payout('a', 1n)], [limit({ max_amount: null, max_count: 1 })])).toEqual([true]);
    expect(judge([payout('a', 1n)], [limit({ max_amount: null, max_count: 1 })], { used: 1n })).toEqual([false]);
  });

  it('leaves the room of one that exceeds it to those after', () => {
    expect(judge([payout('a', 600n), payout('b', 500n), payout('c', 400n)], [limit()])).toEqual([true, false, true]);
  });

  it('of each transfer counts nothing', () => {
    const each = limit({ window: 'transfer', max_amount: 500 });
    expect(judge([payout('a', 500n), payout('b', 501n), payout('c', 500n)], [each])).toEqual([true, false, true]);
    expect(totalOf([each], [payout('a', 500n)]).size).toBe(0);
  });

  it('that holds lets pass what was approved, and counts it; one that refuses does not', () => {
    const held = limit({ action: 'hold' });
    expect(judge([payout('a', 1_500n), payout('b', 1n)], [held], { approved: ['a'] })).toEqual([true, false]);
    expect(judge([payout('a', 1_500n)], [limit()], { approved: ['a'] })).toEqual([false]);
  });

  it('of subledgers is about the transfers that name one', () => {
    const wallets = limit({ per: 'subledger' });
    expect(subjectsOf(wallets, payout('a', 1n, { subledger_reference_id: 'wallet' }))).toEqual(['wallet']);
    expect(subjectsOf({ ...wallets, who: 'other' }, payout('a', 1n, { subledger_reference_id: 'wallet' }))).toEqual([]);
    expect(subjectsOf(wallets, payout('a', 1n))).toEqual([]);
  });

  it.each([
    { use_case: 'payout', parties: { destination: party('bob') }, out: ['bob'], into: [] },
    { use_case: 'direct_debit', parties: { source: party('ann'), destination: null }, out: [], into: ['ann'] },
    { use_case: 'deposit', parties: { source: party('ann'), destination: party('us') }, out: [], into: ['ann'] },
    {
      use_case: 'account_to_account',
      ...{ parties: { source: party('ann'), destination: party('bob') }, out: ['bob'], into: ['ann'] },
    },
  ] as const)('knows who of a $use_case pays and is paid', ({ use_case, parties, out, into }) => {
    const transfer = payout('a', 1n, { use_case, ...parties });
    const per = { per: 'customer' } as const;
    expect(subjectsOf(limit({ ...per, direction: 'out' }), transfer)).toEqual(out);
    expect(subjectsOf(limit({ ...per, direction: 'in' }), transfer)).toEqual(into);
    expect(subjectsOf(limit({ ...per, direction: 'any' }), transfer)).toEqual([...into, ...out]);
  });

  it('is of each, or of one', () => {
    const subjects = (changes: Partial<Limit>) => subjectsOf(limit(changes), payout('a', 1n));
    expect(subjects({ per: 'account' })).toEqual(['bob-account']);
    expect(subjects({ per: 'customer', who: 'bob' })).toEqual(['bob']);
    expect(subjects({ per: 'customer', who: 'ann' })).toEqual([]);
    expect(subjects({ per: 'credential', who: 'client' })).toEqual(['client']);
    expect(subjectsOf(limit({ per: 'credential' }), payout('a', 1n, { created_by: null }))).toEqual([]);
    expect(subjects({ direction: 'in' })).toEqual([]);
  });

  it('is never exceeded by what passes, whatever comes', () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 700n }), { maxLength: 30 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 9 }), (all, amount, count) => {
        const transfers = all.map((each, index) => payout(`${index}`, each));
        const limits = [limit({ max_amount: amount }), limit({ id: 'm', max_amount: null, max_count: count })];
        const passed = judge(transfers, limits).flatMap((passes, index) => (passes ? [all[index]!] : []));
        expect(passed.reduce((sum, each) => sum + each, 0n)).toBeLessThanOrEqual(BigInt(amount));
        expect(passed.length).toBeLessThanOrEqual(count);
      }),
    );
  });
});

describe('a window', () => {
  const at = newYorkInstant('2027-03-14', '12:34');
  const MIDNIGHT = newYorkInstant('2027-03-14', '00:00');

  it('is an hour, or New York days, also on the day of 23 hours', () => {
    expect(bucketOf('hour', at)).toEqual(newYorkInstant('2027-03-14', '12:00'));
    expect(bucketOf('day', at)).toEqual(MIDNIGHT);
    expect(windowEnd('day', MIDNIGHT).getTime() - MIDNIGHT.getTime()).toBe(DAY_MS - HOUR_MS);
    expect(windowEnd('hour', bucketOf('hour', at))).toEqual(newYorkInstant('2027-03-14', '13:00'));
  });

  it('of several days has this one as its last', () => {
    expect(windowStart('day', MIDNIGHT)).toEqual(MIDNIGHT);
    expect(windowStart('7d', MIDNIGHT)).toEqual(newYorkInstant('2027-03-08', '00:00'));
    expect(windowEnd('7d', newYorkInstant('2027-03-08', '00:00'))).toEqual(newYorkInstant('2027-03-15', '00:00'));
    expect(windowStart('30d', MIDNIGHT)).toEqual(newYorkInstant('2027-02-13', '00:00'));
    expect(lockedBuckets('7d', MIDNIGHT)).toEqual([
      ...[newYorkInstant('2027-03-13', '00:00'), MIDNIGHT, newYorkInstant('2027-03-15', '00:00')],
    ]);
    expect(lockedBuckets('day', MIDNIGHT)).toEqual([MIDNIGHT]);
  });
});
