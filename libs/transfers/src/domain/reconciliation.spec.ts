import { HOUR_MS } from '@payments/kernel';
import * as fc from 'fast-check';
import { endToEndId } from './leg.js';
import { findBreaks, GRACE_MS, instructionsOf } from './reconciliation.js';
import type { Comparison, OwnInstruction, OwnLeg, ReportLine } from './reconciliation.js';

const at = new Date('2026-11-20T15:00:00Z');
const hours = (count: number) => new Date(at.getTime() + count * HOUR_MS);
const comparison: Comparison = { from: hours(-7 * 24), to: at, at, underway: new Set() };
const ID = '0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a';

const anInstruction = (overrides: Partial<OwnInstruction> = {}): OwnInstruction => ({
  ...{ end_to_end_id: 'P1', rail: 'ach', side: 'destination', amount: 500n, status: 'settled' },
  ...{ submitted_at: hours(-72), settles_at: hours(-48), ...overrides },
});
const lineOf = (own: OwnInstruction, overrides: Partial<ReportLine> = {}): ReportLine => {
  const { end_to_end_id, rail, side, amount } = own;
  const status = own.status === 'unsent' || own.status === 'unknown' ? 'accepted' : own.status;
  return { end_to_end_id, rail, side, amount, status, occurred_at: hours(-30), ...overrides };
};
const kinds = (own: readonly OwnInstruction[], lines: readonly ReportLine[], more: Partial<Comparison> = {}) =>
  findBreaks(own, lines, { ...comparison, ...more })
    .map(({ kind, end_to_end_id }) => `${kind} ${end_to_end_id}`)
    .sort();

type Corruption = (own: OwnInstruction) => {
  readonly lines: readonly ReportLine[];
  readonly breaks: readonly string[];
};

/** What may be wrong with a report, of one instruction, and which break that is. */
const corruptions: Readonly<Record<string, Corruption>> = {
  none: (own) => ({ lines: [lineOf(own)], breaks: [] }),
  missing: () => ({ lines: [], breaks: ['missing'] }),
  amount: (own) => ({ lines: [lineOf(own, { amount: own.amount + 1n })], breaks: ['amount'] }),
  side: (own) => ({
    lines: [lineOf(own, { side: own.side === 'source' ? 'destination' : 'source' })],
    breaks: ['amount'],
  }),
  rail: (own) => ({ lines: [lineOf(own, { rail: 'same_day_ach' })], breaks: ['amount'] }),
  duplicate: (own) => ({ lines: [lineOf(own), lineOf(own)], breaks: ['duplicate'] }),
  status: (own) => ({
    lines: [lineOf(own, { status: own.status === 'settled' ? 'failed' : 'settled' })],
    breaks: ['status'],
  }),
  both: (own) => ({
    lines: [lineOf(own, { amount: 1n, status: own.status === 'returned' ? 'failed' : 'returned' })],
    breaks: ['amount', 'status'],
  }),
  late: (own) => ({
    lines: [lineOf({ ...own, status: 'accepted' })],
    breaks: [own.status === 'accepted' ? 'late' : 'status'],
  }),
  extra: (own) => ({
    lines: [lineOf(own), lineOf(own, { end_to_end_id: `X${own.end_to_end_id}` })],
    breaks: ['extra'],
  }),
};

describe('the comparison of our records with a report', () => {
  const instruction = fc.record({
    rail: fc.constantFrom('ach', 'rtp', 'fednow'),
    side: fc.constantFrom('source', 'destination'),
    amount: fc.bigInt({ min: 2n, max: 9_999_999_999n }),
    status: fc.constantFrom('settled', 'returned', 'failed'),
    corruption: fc.constantFrom(...Object.keys(corruptions)),
  });

  it('finds exactly the injected breaks, in any order of lines', () => {
    fc.assert(
      fc.property(fc.array(instruction, { maxLength: 30 }), fc.infiniteStream(fc.nat()), (list, order) => {
        const expected: string[] = [];
        const own: OwnInstruction[] = [];
        const lines: ReportLine[] = [];
        for (const [place, { corruption, ...rest }] of list.entries()) {
          const status = corruption === 'late' ? 'accepted' : rest.status;
          const one = anInstruction({ ...rest, status, end_to_end_id: `P${place}` });
          const corrupted = corruptions[corruption]!(one);
          own.push(one);
          lines.push(...corrupted.lines);
          const id = corruption === 'extra' ? `X${one.end_to_end_id}` : one.end_to_end_id;
          expected.push(...corrupted.breaks.map((kind) => `${kind} ${id}`));
        }
        const shuffled = lines
          .map((line) => ({ line, place: order.next().value as number }))
          .sort((a, b) => a.place - b.place)
          .map(({ line }) => line);
        expect(kinds(own, shuffled)).toEqual(expected.sort());
      }),
    );
  });

  it.each<[string, { own: Partial<OwnInstruction>; line: Partial<ReportLine> }, string[]]>([
    [
      'a recent result',
      { own: { status: 'accepted', settles_at: hours(-1) }, line: { status: 'settled', occurred_at: hours(-0.5) } },
      [],
    ],
    [
      'an old result',
      { own: { status: 'accepted', settles_at: hours(-9) }, line: { status: 'settled' } },
      ['status P1'],
    ],
    ['a recent return', { own: { status: 'settled' }, line: { status: 'returned', occurred_at: hours(-0.5) } }, []],
    [
      'a recent status that is behind ours',
      { own: { status: 'settled' }, line: { status: 'accepted', occurred_at: hours(-0.1) } },
      ['status P1'],
    ],
    ['what we are yet to ask about', { own: { status: 'unknown' }, line: { status: 'accepted' } }, []],
    ['what we never submitted', { own: { status: 'unsent' }, line: { status: 'accepted' } }, ['extra P1']],
    [
      'a settlement that is due',
      { own: { status: 'accepted', settles_at: hours(-23) }, line: { status: 'accepted' } },
      [],
    ],
    [
      'a settlement that is late',
      { own: { status: 'accepted', settles_at: hours(-25) }, line: { status: 'accepted' } },
      ['late P1'],
    ],
  ])('classifies %s', (_, { own, line }, expected) => {
    const ours = anInstruction(own);
    expect(kinds([ours], [lineOf(ours, line)])).toEqual(expected);
  });

  it('counts a result in the inbox as about to be applied', () => {
    const own = anInstruction({ status: 'accepted', settles_at: hours(-9) });
    expect(kinds([own], [lineOf(own, { status: 'settled' })], { underway: new Set(['P1']) })).toEqual([]);
  });

  it.each<[string, Partial<OwnInstruction>, string[]]>([
    ['was submitted before the period', { submitted_at: hours(-8 * 24) }, []],
    ['was submitted before the period, and is late', { submitted_at: hours(-8 * 24), status: 'accepted' }, ['late P1']],
    [
      'was handed over a moment ago',
      { submitted_at: new Date(at.getTime() - GRACE_MS), status: 'accepted', settles_at: null },
      [],
    ],
    ['was never submitted', { status: 'unsent' }, []],
    ['is in doubt', { status: 'unknown' }, []],
  ])('checks an unreported instruction that %s', (_, own, expected) => {
    expect(kinds([anInstruction(own)], [])).toEqual(expected);
  });

  it('compares an attempt per rail, of which only the last may succeed', () => {
    const leg: OwnLeg = {
      ...{ side: 'destination', amount: 5n, rail: 'fednow', attempt: 2, end_to_end_id: endToEndId(ID, 2) },
      ...{ status: 'settled', window_at: hours(-5), settles_at: hours(-5) },
      attempts: [
        {
          number: 1,
          rail: 'rtp',
          end_to_end_id: endToEndId(ID, 1),
          routed_at: hours(-6).toISOString(),
          candidates: [],
        },
        {
          number: 2,
          rail: 'fednow',
          end_to_end_id: endToEndId(ID, 2),
          routed_at: hours(-5).toISOString(),
          candidates: [],
        },
      ],
    };
    expect(instructionsOf(leg).map(({ end_to_end_id, rail, status }) => [end_to_end_id, rail, status])).toEqual([
      [endToEndId(ID, 1), 'rtp', 'failed'],
      [endToEndId(ID, 2), 'fednow', 'settled'],
    ]);
  });
});
