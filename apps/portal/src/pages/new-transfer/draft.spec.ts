import { fieldOf, problemsOf, requestOf, retryOf } from './draft.js';
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
  ...{ speed: 'asap', reference: 'payout-1', descriptor: '', group: '' },
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
    expect(sides({ useCase: 'account_to_account' })).toMatchObject({ source: party('a'), destination: party('b') });
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

it('a draft joins the group that was chosen', () => {
  expect(requestOf(draft({ group: 'g1' }), accounts)).toMatchObject({ transfer_group_id: 'g1' });
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
  });

  it('counts how often a transfer was tried', () => {
    const tries = ['payout-1', 'payout-1-retry-1', 'payout-1-retry-9', 'x-retry-'].map(retryOf);
    expect(tries).toEqual(['payout-1-retry-1', 'payout-1-retry-2', 'payout-1-retry-10', 'x-retry--retry-1']);
  });

  it('knows its field for an error of the API', () => {
    expect(
      ['destination.account_reference_id', 'transfer_reference_id', 'transfer_group_id', 'metadata', undefined].map(
        fieldOf,
      ),
    ).toEqual(['destination', 'reference', 'group', undefined, undefined]);
  });
});
