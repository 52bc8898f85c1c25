import { besideField, bodyOf, problemsOf, questionOf, ruleOf } from './schedule-draft.js';
import type { ScheduleDraft } from './schedule-draft.js';

const accounts = [{ id: 'a', account_reference_id: 'checking', customer_reference_id: 'jane' }];
const draft = (change: Partial<ScheduleDraft> = {}): ScheduleDraft => ({
  ...{ useCase: 'payout', source: undefined, destination: 'a' },
  ...{ amount: '1,250.00', speed: 'standard', reference: ' rent ', descriptor: '', subledger: '' },
  ...{ start: '2030-01-01', repeat: 'monthly', rule: '', last: '' },
  ...change,
});

describe('the draft of a schedule', () => {
  it('becomes a request in cents, without what is empty', () => {
    expect(bodyOf(draft(), accounts)).toEqual({
      ...{ schedule_reference_id: 'rent', amount: 125_000, currency: 'USD', speed: 'standard' },
      ...{ start_date: '2030-01-01', recurrence: 'FREQ=MONTHLY' },
      destination: { account_reference_id: 'checking', customer_reference_id: 'jane' },
    });
    const more = draft({ useCase: 'direct_debit', source: 'a', descriptor: ' ACME ', subledger: 'wallet' });
    expect(bodyOf(more, accounts)).toMatchObject({
      ...{ account_statement_descriptor: 'ACME', subledger_reference_id: 'wallet' },
      source: { account_reference_id: 'checking', customer_reference_id: 'jane' },
    });
    expect(bodyOf(more, accounts)).not.toHaveProperty('destination');
  });

  it('has a rule with the last day, or one that is written out', () => {
    expect(ruleOf(draft({ repeat: 'biweekly', last: '2030-06-30' }))).toBe('FREQ=WEEKLY;INTERVAL=2;UNTIL=20300630');
    expect(ruleOf(draft({ repeat: 'own', rule: ' FREQ=DAILY ', last: '2030-06-30' }))).toBe('FREQ=DAILY');
  });

  it('asks for its dates as soon as it has a first day and a rule', () => {
    expect(questionOf(draft({ reference: '', destination: undefined }))).toEqual({
      ...{ start_date: '2030-01-01', recurrence: 'FREQ=MONTHLY', speed: 'standard' },
    });
    expect(questionOf(draft({ start: '' }))).toBeUndefined();
    expect(questionOf(draft({ repeat: 'own' }))).toBeUndefined();
  });

  it('names all that is missing', () => {
    expect(problemsOf(draft())).toEqual([]);
    const empty = draft({ destination: undefined, amount: '', reference: ' ', start: '', repeat: 'own' });
    expect(problemsOf(empty).map(({ name }) => name)).toEqual([
      ...['destination', 'amount', 'schedule_reference_id', 'start_date', 'recurrence'],
    ]);
  });

  it('has the error about its rule at the field that made it', () => {
    const at = (change: Partial<ScheduleDraft>) => besideField({ name: 'recurrence', text: '' }, draft(change)).name;
    expect([at({}), at({ last: '2029-01-01' }), at({ repeat: 'own' })]).toEqual(['repeat', 'last', 'recurrence']);
    expect(besideField({ name: 'amount', text: '' }, draft()).name).toBe('amount');
  });
});
