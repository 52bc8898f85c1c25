import { isApplicable, isApprovers, isCondition, matches, namesOrigin } from './policy.js';
import type { Condition, Facts } from './policy.js';

const facts: Facts = {
  ...{ amount: 500n, use_case: 'payout', speed: 'asap', origin: 'api', created_by: 'client_a' },
  ...{ metadata: { kind: 'bonus' }, payee_days: 3, payee_day: { amount: 700n, count: 2 } },
  enterprise_day: { amount: 900n, count: 4 },
};
const holds = (condition: Condition, changes: Partial<Facts> = {}) =>
  matches({ conditions: [condition] }, { ...facts, ...changes });

describe('a condition', () => {
  it.each([
    ['amount', 500, 501],
    ['payee_day_total', 700, 701],
    ['payee_day_count', 2, 3],
    ['enterprise_day_total', 900, 901],
    ['enterprise_day_count', 4, 5],
  ] as const)('on %s is true from its value on', (field, reached, missed) => {
    expect(holds({ field, operator: 'gte', value: reached })).toBe(true);
    expect(holds({ field, operator: 'gte', value: missed })).toBe(false);
  });

  it('takes a payee as new who was never paid, or was first paid less days ago', () => {
    const within = (value: number, payee_days: Facts['payee_days']) =>
      holds({ field: 'new_payee', operator: 'within_days', value }, { payee_days });
    expect([within(3, 3), within(4, 3), within(0, null), within(365, undefined)]).toEqual([false, true, true, false]);
  });

  it('takes who made it, and who did not', () => {
    const by = (operator: 'in' | 'not_in', created_by: string | null) =>
      holds({ field: 'created_by', operator, value: ['client_a'] }, { created_by });
    expect([by('in', 'client_a'), by('in', 'b'), by('in', null)]).toEqual([true, false, false]);
    expect([by('not_in', 'client_a'), by('not_in', 'b'), by('not_in', null)]).toEqual([false, true, true]);
  });

  it('compares metadata by value and kind', () => {
    const of = (value: string | number) =>
      holds({ field: 'metadata', operator: 'equals', value: { key: 'kind', value } });
    expect([of('bonus'), of('other'), of(1)]).toEqual([true, false, false]);
    expect(
      holds({ field: 'metadata', operator: 'equals', value: { key: 'kind', value: 'x' } }, { metadata: null }),
    ).toBe(false);
  });

  it('must hold together with all others of its policy', () => {
    const amount: Condition = { field: 'amount', operator: 'gte', value: 1 };
    const speed: Condition = { field: 'speed', operator: 'in', value: ['standard'] };
    expect([matches({ conditions: [amount] }, facts), matches({ conditions: [amount, speed] }, facts)]).toEqual([
      ...[true, false],
    ]);
  });

  it.each([
    { field: 'amount', operator: 'gte', value: 1 },
    { field: 'new_payee', operator: 'within_days', value: 0 },
    { field: 'use_case', operator: 'in', value: ['payout', 'deposit'] },
    { field: 'created_by', operator: 'not_in', value: ['client_a'] },
    { field: 'metadata', operator: 'equals', value: { key: 'kind', value: false } },
  ])('may be %j', (value) => {
    expect(isCondition(value)).toBe(true);
  });

  it.each([
    null,
    {},
    { field: 'amount', operator: 'gte', value: 0 },
    { field: 'amount', operator: 'gte', value: 1.5 },
    { field: 'amount', operator: 'gte', value: '1' },
    { field: 'amount', operator: 'in', value: [1] },
    { field: 'amount', operator: 'gte', value: 1, more: true },
    { field: 'new_payee', operator: 'within_days', value: 366 },
    { field: 'use_case', operator: 'in', value: [] },
    { field: 'use_case', operator: 'in', value: ['payout', 'payout'] },
    { field: 'use_case', operator: 'in', value: ['gift'] },
    { field: 'created_by', operator: 'gte', value: ['a'] },
    { field: 'created_by', operator: 'in', value: ['a\u0000'] },
    { field: 'metadata', operator: 'equals', value: { key: 'kind' } },
    { field: 'toString', operator: 'gte', value: 1 },
  ])('may not be %j', (value) => {
    expect(isCondition(value)).toBe(false);
  });
});

describe('what a policy applies to', () => {
  const amount: Condition = { field: 'amount', operator: 'gte', value: 1 };
  const payee: Condition = { field: 'new_payee', operator: 'within_days', value: 1 };
  const speed: Condition = { field: 'speed', operator: 'in', value: ['asap'] };

  it('has everything that the conditions ask about', () => {
    expect(isApplicable({ applies_to: ['transfer'], conditions: [amount, payee, speed] })).toBe(true);
    expect(isApplicable({ applies_to: ['transfer', 'schedule'], conditions: [amount, speed] })).toBe(true);
    expect(isApplicable({ applies_to: ['transfer', 'schedule'], conditions: [amount, payee] })).toBe(false);
    expect(isApplicable({ applies_to: ['book_transfer', 'bulk_transfer'], conditions: [amount] })).toBe(true);
    expect(isApplicable({ applies_to: ['book_transfer'], conditions: [speed] })).toBe(false);
    expect(isApplicable({ applies_to: ['bulk_transfer'], conditions: [speed] })).toBe(false);
  });

  it('matches no condition on what it does not have', () => {
    const none = { amount: undefined, speed: undefined, payee_day: undefined, enterprise_day: undefined };
    const total: Condition = { field: 'enterprise_day_total', operator: 'gte', value: 1 };
    const count: Condition = { field: 'payee_day_count', operator: 'gte', value: 1 };
    expect([amount, speed, total, count].map((condition) => holds(condition, none))).toEqual(Array(4).fill(false));
  });

  it('is named by an origin', () => {
    const origin: Condition = { field: 'origin', operator: 'in', value: ['schedule'] };
    expect(namesOrigin({ conditions: [amount, origin] }, 'schedule')).toBe(true);
    expect([namesOrigin({ conditions: [amount, origin] }, 'api'), namesOrigin({ conditions: [] }, 'api')]).toEqual([
      false,
      false,
    ]);
  });
});

describe('approvers', () => {
  it('are named by role or by user, and not by both', () => {
    expect([{ roles: ['admin'] }, { users: ['ada'] }].map(isApprovers)).toEqual([true, true]);
    const wrong = [
      {},
      { roles: ['developer'] },
      { roles: ['admin'], users: ['ada'] },
      { users: [] },
      { users: [1] },
      'x',
    ];
    expect(wrong.map(isApprovers)).toEqual(wrong.map(() => false));
  });
});
