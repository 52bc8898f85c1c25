import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { type ComingReturn, type KnownReturn, whyNotAlone, whyNotBookable } from './known-returns.js';

const payment = { end_to_end_id: 'E1', trace: 'T1', direction: 'credit', amount: 322n } as const;
const back = (amount: bigint, id: string | null = null): ComingReturn => ({ direction: 'credit', amount, id });
const booked = (amount: bigint, id: string, end_to_end_id: string | null = 'E1'): KnownReturn => ({
  ...{ key: id, end_to_end_id, references: [id] },
  ...(amount < 0n ? { direction: 'debit', amount: -amount } : { direction: 'credit', amount }),
});

describe('what comes back of a payment', () => {
  it('is never more than was paid nor less than nothing, and each id counts once, in any order', () => {
    const coming = fc.record({
      ...{ direction: fc.constantFrom('credit' as const, 'debit' as const), amount: fc.bigInt(1n, 400n) },
      id: fc.option(fc.constantFrom('R1', 'R2', 'R3', 'R4')),
    });
    fc.assert(
      fc.property(fc.array(coming, { maxLength: 30 }), (returns) => {
        const known: KnownReturn[] = [];
        for (const [at, each] of returns.entries()) {
          if (whyNotBookable(known, payment, each) !== undefined) continue;
          const references = each.id === null ? [] : [each.id];
          known.push({ ...each, key: String(at), end_to_end_id: 'E1', references });
          const sum = known.reduce(
            (cents, { direction, amount }) => cents + (direction === 'credit' ? amount : -amount),
            0n,
          );
          expect(sum >= 0n && sum <= 322n).toBe(true);
        }
        const ids = known.flatMap(({ direction, references }) => references.map((id) => `${direction} ${id}`));
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: countOf(2_000) },
    );
  });

  it.each<[string, KnownReturn[], ComingReturn, string | undefined]>([
    ['in parts', [booked(100n, 'R1')], back(222n, 'R2'), undefined],
    [
      'in parts that are too much',
      [booked(100n, 'R1')],
      back(223n, 'R2'),
      '223 cents do not fit: 100 of 322 cents of the payment E1 came back already',
    ],
    [
      'beside its reversal',
      [{ ...booked(322n, 'R1'), key: 'reversal:1' }],
      back(322n, 'R2'),
      '322 cents do not fit: 322 of 322 cents of the payment E1 come back by its reversal',
    ],
    ['twice under one id', [booked(100n, 'R1')], back(50n, 'R1'), 'the return R1 was booked already'],
    ['again after it was dishonored', [booked(322n, 'R1'), booked(-322n, 'R2')], back(322n, 'R3'), undefined],
    [
      'by a return that was booked of no payment',
      [booked(322n, 'R1', null)],
      back(322n, 'R1'),
      'the return R1 was booked already',
    ],
    [
      'with the id of another amount that was booked of no payment',
      [booked(100n, 'R1', null)],
      back(322n, 'R1'),
      '322 cents do not fit: 100 of 322 cents of the payment E1 came back already',
    ],
    [
      'for the rest of what was booked of no payment under its id',
      [booked(100n, 'R1', null)],
      back(222n, 'R1'),
      undefined,
    ],
    ['with the id of the return of another payment', [booked(322n, 'R1', 'E2')], back(322n, 'R1'), undefined],
    [
      'with the id of the return of another payment with its trace number',
      [{ ...booked(322n, 'R1', 'E2'), references: ['T1', 'R1'] }],
      back(322n, 'R1'),
      'the return R1 was booked already',
    ],
  ])('can come %s only as far as that fits', (...[, known, coming, problem]) => {
    expect(whyNotBookable(known, payment, coming)).toBe(problem);
  });

  it('as a whole is a person’s decision once a part of it was told, even if that was booked nowhere', () => {
    expect(whyNotAlone([], payment, back(322n, 'R2'))).toBeUndefined();
    expect(whyNotAlone([booked(0n, 'R1')], payment, back(322n, 'R2'))).toContain('after another one');
    expect(whyNotAlone([booked(0n, 'R1')], payment, back(322n, 'R1'))).toContain('after another one');
    expect(whyNotAlone([booked(100n, 'R1', null)], payment, back(222n, 'R1'))).toContain('after another one');
  });
});
