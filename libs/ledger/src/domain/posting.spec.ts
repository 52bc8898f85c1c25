import fc from 'fast-check';
import { ledgerAccounts } from './accounts.js';
import { adjustment } from './opening.js';
import { movementsOf } from './posting.js';

const account = fc.constantFrom(...ledgerAccounts);
const posting = fc.record({ debit: account, credit: account, amount: fc.bigInt({ min: 1n, max: 10n ** 18n }) });

describe('the movements of postings', () => {
  it('sum to nothing over all accounts, whatever is posted', () => {
    fc.assert(
      fc.property(fc.array(posting), (postings) => {
        expect([...movementsOf(postings).values()].reduce((sum, cents) => sum + cents, 0n)).toBe(0n);
      }),
    );
  });

  it('take from the debited account and give to the credited one', () => {
    expect([...movementsOf([{ debit: 'available', credit: 'reserved', amount: 5n }])]).toEqual([
      ['available', -5n],
      ['reserved', 5n],
    ]);
  });

  it('of two batches are those of both together', () => {
    fc.assert(
      fc.property(fc.array(posting), fc.array(posting), (one, other) => {
        const together = movementsOf([...one, ...other]);
        const apart = [movementsOf(one), movementsOf(other)];
        for (const name of ledgerAccounts) {
          const sum = apart.reduce((total, movements) => total + (movements.get(name) ?? 0n), 0n);
          expect(together.get(name) ?? 0n).toBe(sum);
        }
      }),
    );
  });

  it('of an adjustment lead from the one amount to the other', () => {
    const occasion = { subject_id: 'a', kind: 'b', now: new Date(0) };
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), (from, to) => {
        const entries = adjustment(from, to, occasion);
        expect(from + (movementsOf(entries).get('available') ?? 0n)).toBe(to);
        expect(entries.every(({ amount }) => amount > 0n)).toBe(true);
      }),
    );
  });
});

describe('the accounts', () => {
  it('are locked in the order of their names, available first', () => {
    expect([...ledgerAccounts].sort()).toEqual([...ledgerAccounts]);
    expect(ledgerAccounts[0]).toBe('available');
  });
});
