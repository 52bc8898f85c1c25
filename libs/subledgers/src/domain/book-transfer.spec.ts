import fc from 'fast-check';
import { beginBookTransfer, failed, settled } from './book-transfer.js';

const begin = (amount: number) =>
  beginBookTransfer(
    { book_transfer_reference_id: 'a', amount, currency: 'USD' },
    { id: 'x', source: null, destination: null, created_by: null, owner: null, now: new Date(0) },
  );

const OPEN = { destination: 0n, isDestinationClosed: false };

describe('a book transfer', () => {
  it('is completed exactly if the source has its amount, and is final then', () => {
    const amount = fc.integer({ min: 1, max: 9_999_999_999 });
    fc.assert(
      fc.property(amount, fc.bigInt({ min: -100n, max: 20_000_000_000n }), (cents, available) => {
        const end = settled(begin(cents), { source: available, ...OPEN }, new Date(1));
        const expected = available >= BigInt(cents) ? ['completed', null] : ['failed', 'insufficient_funds'];
        expect([end.status, end.reason_code, end.sequence]).toEqual([...expected, 1]);
        expect(() => settled(end, { source: available, ...OPEN }, new Date(2))).toThrow('already');
        expect(() => failed(end, 'approval_expired', new Date(2))).toThrow('already');
      }),
    );
  });

  it('fills a closed destination up to zero, and no further', () => {
    const reasonOf = (amount: number, destination: bigint) =>
      settled(begin(amount), { source: 100n, destination, isDestinationClosed: true }, new Date(1)).reason_code;
    expect([reasonOf(5, -5n), reasonOf(4, -5n)]).toEqual([null, null]);
    expect([reasonOf(6, -5n), reasonOf(1, 0n), reasonOf(1, 9n)]).toEqual(Array(3).fill('destination_closed'));
    expect(reasonOf(101, -200n)).toBe('insufficient_funds');
  });
});
