import fc from 'fast-check';
import { OWN_BOOK } from './books.js';
import type { EntryState } from './entry.js';
import { movementsOf } from './posting.js';
import type { Posting } from './posting.js';
import { allocation, receipt, suspended } from './suspense.js';

const occasion = { subject_id: 'a', banking_at: new Date(0) };
const entryOf = ({ debit, credit, ...posting }: Posting): EntryState => ({
  ...{ ...posting, id: 'b', position: 1n, debit_account: debit, credit_account: credit, created_at: new Date(0) },
  ...{ debit_book: OWN_BOOK, credit_book: OWN_BOOK },
});
const cents = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).filter((amount) => amount !== 0n);

describe('money in suspense', () => {
  it('is what the bank moved, until it is allocated whole', () => {
    fc.assert(
      fc.property(fc.array(cents), (moved) => {
        const receipts = moved.map((amount, at) => receipt(occasion, `kind_${at}`, amount));
        const entries = receipts.map(entryOf);
        const total = moved.reduce((sum, amount) => sum + amount, 0n);
        expect(suspended(entries)).toBe(total);
        const allocated = allocation(occasion, entries);
        expect(suspended([...entries, ...allocated.map(entryOf)])).toBe(0n);
        const movements = movementsOf([...receipts, ...allocated]);
        expect([movements.get('cash') ?? 0n, movements.get('available') ?? 0n]).toEqual([-total, total]);
      }),
    );
  });

  it('that comes back later is allocated under another attempt', () => {
    const entries = [receipt(occasion, 'reversal', 5n)].map(entryOf);
    const [first] = allocation(occasion, entries);
    entries.push(entryOf(first!), entryOf(receipt(occasion, 'returned_reversal', -5n)));
    expect(allocation(occasion, entries)).toEqual([
      { ...occasion, leg: 'none', kind: 'allocate', attempt: 2, debit: 'available', credit: 'suspense', amount: 5n },
    ]);
  });

  it('is never moved by nothing', () => {
    expect(() => receipt(occasion, 'fee', 0n)).toThrow(RangeError);
    expect(allocation(occasion, [])).toEqual([]);
  });
});
