import { QueryClient } from '@tanstack/react-query';
import { invalidateChanged } from './live-queries.js';

const change = (resource_type: string) => ({ resource_type, resource_id: 'id' });

describe('invalidateChanged', () => {
  const queries = new QueryClient();
  const invalidated = () =>
    queries
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.isInvalidated)
      .map(({ queryKey }) => queryKey.join(' '));

  beforeEach(() => {
    queries.clear();
    for (const key of ['transfers a', 'overview', 'customers persons', 'schedules', 'verifications', 'me']) {
      queries.setQueryData(key.split(' '), {});
    }
  });
  afterAll(() => queries.clear());

  it.each([
    [[change('transfer')], ['transfers a', 'overview']],
    [[change('person'), change('business')], ['customers persons']],
    [[change('schedule')], ['schedules']],
    [[change('verify_account')], ['verifications']],
    [undefined, ['transfers a', 'overview', 'customers persons', 'schedules', 'verifications', 'me']],
  ])('for the changes %j reads %j again', (changes, keys) => {
    invalidateChanged(queries, changes);
    expect(invalidated()).toEqual(keys);
  });

  it('leaves a list alone that somebody has read far into', () => {
    queries.setQueryData(['transfers', 'short'], { pages: [1, 2, 3] });
    queries.setQueryData(['transfers', 'long'], { pages: [1, 2, 3, 4] });
    queries.setQueryData(['transfers', 'far'], { pages: [1], pageParams: [{ start: 4_000 }] });
    invalidateChanged(queries, [change('transfer')]);
    expect(invalidated()).toEqual(['transfers a', 'overview', 'transfers short']);
  });
});
