import type { PolicyCondition } from '../../api/types.js';
import { conditionOf, conditionText, draftOf, newDraft } from './condition-draft.js';

const conditions: readonly (readonly [PolicyCondition, string])[] = [
  [{ field: 'amount', operator: 'gte', value: 1_000_000 }, 'Amount is at least $10,000.00'],
  [{ field: 'payee_day_count', operator: 'gte', value: 3 }, 'Transfers to the payee in a day is at least 3'],
  [{ field: 'new_payee', operator: 'within_days', value: 30 }, 'Payee was first paid less than 30 days ago, or never'],
  [{ field: 'use_case', operator: 'in', value: ['payout', 'deposit'] }, 'Use case is Pay out or Deposit'],
  [{ field: 'created_by', operator: 'not_in', value: ['amy', 'client_1'] }, 'Made by is not amy or client_1'],
  [{ field: 'metadata', operator: 'equals', value: { key: 'kind', value: 'bonus' } }, 'Metadata has kind: bonus'],
  [{ field: 'metadata', operator: 'equals', value: { key: 'team', value: '5' } }, 'Metadata has team: "5"'],
  [{ field: 'metadata', operator: 'equals', value: { key: 'team', value: 5 } }, 'Metadata has team: 5'],
  [{ field: 'metadata', operator: 'equals', value: { key: 'urgent', value: true } }, 'Metadata has urgent: true'],
];

describe('a condition', () => {
  it.each(conditions)('comes back from its form as it was: %j', (condition) =>
    expect(conditionOf(draftOf(condition))).toEqual(condition),
  );

  it.each(conditions)('is said in words: %j', (condition, text) => expect(conditionText(condition)).toBe(text));
});

describe('the draft of a condition', () => {
  it('is no condition while its value is missing or wrong', () => {
    const wrong = ['', 'ten', '-1', '1.5'].map((text) => ({ ...newDraft('payee_day_count'), text }));
    const drafts = [...wrong, { ...newDraft('amount'), text: '1e3' }, newDraft('speed'), newDraft('created_by')];
    expect(drafts.map(conditionOf)).toEqual(drafts.map(() => undefined));
    expect(conditionOf({ ...newDraft('metadata'), text: 'bonus' })).toBeUndefined();
  });

  it('names each user once, however the names are separated', () =>
    expect(conditionOf({ ...newDraft('created_by'), text: ' amy, bob\n amy\n' })?.value).toEqual(['amy', 'bob']));
});
