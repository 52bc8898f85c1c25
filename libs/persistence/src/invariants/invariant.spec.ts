import { violationsOf } from './invariant.js';
import type { Invariant, InvariantScope } from './invariant.js';

describe('violations of invariants', () => {
  const MANY = 300_000;

  it('are all reported, however many there are', async () => {
    const violation = { subject: 'transfer 1', message: 'does not balance' };
    const rule: Invariant = {
      ...{ name: 'books-balance', rule: 'Books balance.', looksAtAll: true },
      find: () => Promise.resolve(new Array(MANY).fill(violation)),
    };
    const scope = { enterpriseId: 'acme' } as InvariantScope;
    const violations = await violationsOf([rule, rule], scope);
    expect(violations).toHaveLength(2 * MANY);
    expect(violations.at(-1)).toEqual({ enterprise_id: 'acme', invariant: 'books-balance', ...violation });
  });
});
