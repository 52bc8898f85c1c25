import { fieldOf, problemsOf, questionOf, requestOf, retryOf } from './draft.js';
import type { Draft } from './draft.js';

const account = (id: string) => ({
  id,
  account_reference_id: `account-${id}`,
  customer_reference_id: `customer-${id}`,
});
const accounts = [account('a'), account('b')];
const draft = (change: Partial<Draft> = {}): Draft => ({
  useCase: 'payout',
  ...{ source: undefined, destination: 'a', amount: '1,250.00' },
  ...{ speed: 'asap', reference: 'payout-1', descriptor: '', group: '', subledger: '', metadata: [] },
  ...change,
});
const party = (id: string) => ({ account_reference_id: `account-${id}`, customer_reference_id: `customer-${id}` });

describe('the request of a draft', () => {
  it('names the sides that its use case has, even if another was chosen before', () => {
    const both = { source: 'a', destination: 'b' };
    const sides = (change: Partial<Draft>) => requestOf(draft({ ...both, ...change }), accounts);
    expect(sides({ useCase: 'payout' })).toMatchObject({ destination: party('b') });
    expect(sides({ useCase: 'payout' })).not.toHaveProperty('source');
    expect(sides({ useCase: 'direct_debit' })).not.toHaveProperty('destination');
    for (const useCase of ['account_to_account', 'deposit'] as const) {
      expect(sides({ useCase })).toMatchObject({ source: party('a'), destination: party('b') });
    }
  });

  it('has the amount in cents and no empty field', () => {
    expect(requestOf(draft({ reference: ' payout-1 ' }), accounts)).toEqual({
      transfer_reference_id: 'payout-1',
      amount: 125_000,
      currency: 'USD',
      speed: 'asap',
      destination: party('a'),
    });
  });
});

it('a draft joins the group, moves the money of the subledger and keeps the metadata that were chosen', () => {
  const metadata = [
    { key: 'team', value: 'sales' },
    { key: '', value: '' },
  ];
  expect(requestOf(draft({ group: 'g1', subledger: 'wallet', metadata }), accounts)).toMatchObject({
    ...{ transfer_group_id: 'g1', subledger_reference_id: 'wallet', metadata: { team: 'sales' } },
  });
});

it('a draft is previewed without a reference and without a pair that has no key yet', () => {
  const metadata = [{ key: '', value: 'sales' }];
  const question = questionOf(draft({ reference: '', metadata }), accounts);
  expect(question).toMatchObject({ amount: 125_000, destination: party('a') });
  expect(question).not.toHaveProperty('metadata');
  expect(questionOf(draft({ amount: '' }), accounts)).toBeUndefined();
});

describe('a draft', () => {
  it('is complete with an account, an amount and a reference', () => expect(problemsOf(draft())).toEqual([]));

  it('names everything that is missing at once', () => {
    const empty = draft({ useCase: 'account_to_account', destination: undefined, amount: '1e3', reference: ' ' });
    expect(problemsOf(empty)).toEqual([
      { field: 'source', problem: 'missing' },
      { field: 'destination', problem: 'missing' },
      { field: 'amount', problem: 'not_an_amount' },
      { field: 'reference', problem: 'missing' },
    ]);
    expect(problemsOf(draft({ metadata: [{ key: '', value: 'x' }] }))).toEqual([
      { field: 'metadata.key.0', problem: 'no_key' },
    ]);
  });

  it('counts how often a transfer was tried', () => {
    const tries = ['payout-1', 'payout-1-retry-1', 'payout-1-retry-9', 'x-retry-'].map(retryOf);
    expect(tries).toEqual(['payout-1-retry-1', 'payout-1-retry-2', 'payout-1-retry-10', 'x-retry--retry-1']);
  });

  it('knows its field for an error of the API', () => {
    expect(
      [
        ...['destination.account_reference_id', 'transfer_reference_id', 'transfer_group_id'],
        ...['subledger_reference_id', 'metadata', 'currency', undefined],
      ].map(fieldOf),
    ).toEqual(['destination', 'reference', 'group', 'subledger', 'metadata.key.0', undefined, undefined]);
  });
});
