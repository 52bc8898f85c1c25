import fc from 'fast-check';
import { isSent } from './leg-steps.js';
import { legTransitions } from './leg.js';
import type { LegStatus, Side } from './leg.js';
import { release, reserve, settle, submit, undo, unreserve } from './postings.js';
import type { Move } from './postings.js';
import type { Rail } from './reason-codes.js';

const RAILS: readonly Rail[] = ['ach', 'same_day_ach', 'rtp', 'fednow'];
const SIDES: readonly Side[] = ['source', 'destination'];
const brief = ({ kind, debit, credit }: Move) => `${kind}: ${debit} → ${credit}`;

describe('the entries of a leg', () => {
  it('reserve the money of a payout, and release it', () => {
    expect([reserve, unreserve].map(brief)).toEqual([
      'reserve: available → reserved',
      'unreserve: reserved → available',
    ]);
  });

  it.each(RAILS)('pay by %s from reserved funds through rail clearing to cash', (rail) => {
    const leg = { side: 'destination', rail } as const;
    expect([submit(leg), settle(leg)].map(brief)).toEqual([
      `submit: reserved → clearing_${rail}`,
      `settle: clearing_${rail} → cash`,
    ]);
  });

  it.each(RAILS)('collect by %s into pending through rail clearing until release', (rail) => {
    const leg = { side: 'source', rail } as const;
    expect([submit(leg), settle(leg)].map(brief)).toEqual([
      `submit: clearing_${rail} → pending`,
      `settle: cash → clearing_${rail}`,
    ]);
  });

  it('release a debit to available funds or to the waiting credit', () => {
    expect(brief(release('available'))).toBe('release: pending → available');
    expect(brief(release('reserved'))).toBe('release: pending → reserved');
  });
});

describe('the undoing of a leg', () => {
  /** What the ledger holds once a leg of this status was submitted, the first entry first. */
  const posted = (side: Side, status: LegStatus, rail: Rail): Move[] => {
    const entries = [submit({ side, rail }), settle({ side, rail }), release('available')];
    return entries.slice(0, status === 'released' ? 3 : status === 'settled' ? 2 : 1);
  };
  const sent = (Object.keys(legTransitions) as LegStatus[]).filter((status) => isSent({ status }));
  const cases = SIDES.flatMap((side) =>
    sent.filter((status) => side === 'source' || status !== 'released').map((status) => [side, status] as const),
  );

  it('has entries from the submission until the leg ends', () => {
    expect(sent).toEqual(['submitting', 'submitted', 'accepted', 'settled', 'released']);
  });

  it.each(cases)('of a %s that is %s reverses each entry, the latest first', (side, status) => {
    for (const rail of RAILS) {
      const reversed = posted(side, status, rail)
        .reverse()
        .map(({ kind, debit, credit }) => ({ kind: `reverse_${kind}`, debit: credit, credit: debit }));
      expect(undo({ side, rail, status })).toEqual(reversed);
    }
  });

  it.each(cases)('of a %s that is %s restores every balance', (side, status) => {
    for (const rail of RAILS) {
      const net = new Map<string, number>();
      for (const { debit, credit } of [...posted(side, status, rail), ...undo({ side, rail, status })]) {
        net.set(debit, (net.get(debit) ?? 0) - 1);
        net.set(credit, (net.get(credit) ?? 0) + 1);
      }
      expect([...net.values()].every((balance) => balance === 0)).toBe(true);
    }
  });

  it('uses entry kinds that no forward posting uses', () => {
    const leg = fc.record({ rail: fc.constantFrom(...RAILS), of: fc.constantFrom(...cases) });
    fc.assert(
      fc.property(leg, ({ rail, of: [side, status] }) => {
        const kinds = [...posted(side, status, rail), ...undo({ side, rail, status }), reserve, unreserve].map(
          ({ kind }) => kind,
        );
        expect(new Set(kinds).size).toBe(kinds.length);
      }),
    );
  });
});
