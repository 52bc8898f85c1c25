import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { ALL_OK, areSame, changesOf, countsOf, rateDays, ratesOf, statesOf } from './return-rates.js';
import type { DebitCounts, DebitDay, DebitLeg } from './return-rates.js';

const leg = (changes: Partial<DebitLeg> = {}): DebitLeg => ({
  ...{ side: 'source', status: 'settled', effective_date: '2027-01-04', network_reason_code: null },
  ...changes,
});
const own = (): string => 'acme';
const returned = (network_reason_code: string) => leg({ status: 'returned', network_reason_code });
const counts = (changes: Partial<DebitCounts>): DebitCounts => ({
  ...{ entries: 1, unauthorized: 0, administrative: 0, returned: 0 },
  ...changes,
});

describe('a debit', () => {
  it.each(['submitted', 'accepted', 'settled', 'released'])('counts once it is %s', (status) => {
    expect(countsOf(leg({ status }))).toEqual({ ...counts({}), day: '2027-01-04' });
  });

  it.each([{ status: 'ready' }, { status: 'submitting' }, { status: 'rejected' }, { side: 'destination' }])(
    'does not count with %j',
    (changes) => {
      expect(countsOf(leg(changes))).toBeUndefined();
    },
  );

  it.each([
    ['R10', { unauthorized: 1, returned: 1 }],
    ['R03', { administrative: 1, returned: 1 }],
    ['R01', { returned: 1 }],
    ['R80', { returned: 1 }],
    ['R61', {}],
  ] as const)('that is returned with %s counts in its classes', (code, changes) => {
    expect(countsOf(returned(code))).toEqual({ ...counts(changes), day: '2027-01-04' });
  });

  it('counts its return on the day of the original, and moves with it', () => {
    const day = (changes: Partial<DebitDay>) => ({ originator: 'acme', day: '2027-01-04', ...counts({}), ...changes });
    expect(changesOf([leg()], [returned('R10')], own)).toEqual([day({ entries: 0, unauthorized: 1, returned: 1 })]);
    expect(changesOf([leg()], [leg({ effective_date: '2027-01-05' })], own)).toEqual([
      day({ entries: -1 }),
      day({ day: '2027-01-05' }),
    ]);
    expect(changesOf([leg()], [leg({ status: 'released' })], own)).toEqual([]);
  });

  it('counts for its originator', () => {
    const originators = ['ada', 'acme'];
    const changed = changesOf([], [leg(), leg()], () => originators.pop()!);
    expect(changed.map(({ originator, entries }) => [originator, entries])).toEqual([
      ['acme', 1],
      ['ada', 1],
    ]);
  });
});

describe('days of debits', () => {
  const aLeg = fc.record({
    side: fc.constantFrom('source', 'destination'),
    status: fc.constantFrom(
      'ready',
      'submitting',
      'submitted',
      'accepted',
      'settled',
      'released',
      'returned',
      'rejected',
    ),
    effective_date: fc.constantFrom('2027-01-04', '2027-01-05', null),
    network_reason_code: fc.constantFrom('R01', 'R02', 'R10', 'R61', null),
  });

  it('are the sums of their legs, however these came to be what they are', () => {
    const histories = fc.array(fc.array(aLeg, { minLength: 1, maxLength: 6 }), { maxLength: 20 });
    fc.assert(
      fc.property(histories, (legs) => {
        const days = new Map<string, DebitCounts>();
        const add = (changes: readonly DebitDay[]) => {
          for (const { day, originator: _, ...more } of changes) {
            const sum = days.get(day) ?? counts({ entries: 0 });
            const keys = Object.keys(sum) as (keyof DebitCounts)[];
            days.set(day, Object.fromEntries(keys.map((key) => [key, sum[key] + more[key]])) as unknown as DebitCounts);
          }
        };
        for (const history of legs) {
          history.forEach((each, index) => add(changesOf(index === 0 ? [] : [history[index - 1]!], [each], own)));
        }
        const last = legs.flatMap((history) => countsOf(history.at(-1)!) ?? []);
        for (const [day, sum] of days) {
          const recounted = last.filter((each) => each.day === day);
          expect(sum.entries).toBe(recounted.length);
          expect(sum.returned).toBe(recounted.reduce((total, each) => total + each.returned, 0));
          expect(sum.unauthorized).toBe(recounted.reduce((total, each) => total + each.unauthorized, 0));
        }
      }),
      { numRuns: countOf(500) },
    );
  });
});

describe('a return rate', () => {
  const FLOOR = { entries: 100, returns: 3 };
  const states = (of: DebitCounts) => ratesOf(of, FLOOR).map(({ state }) => state);

  it.each([
    [3, 600, 'warning'],
    [5, 1_000, 'warning'],
    [3, 751, 'ok'],
    [3, 599, 'exceeded'],
    [2, 100, 'ok'],
    [3, 99, 'ok'],
  ] as const)('of %i unauthorized in %i debits is %s', (unauthorized, entries, state) => {
    expect(states(counts({ entries, unauthorized }))[0]).toBe(state);
  });

  it('is exceeded above its limit, and near it from 80% on', () => {
    expect(states(counts({ entries: 1_000, administrative: 30, returned: 119 }))).toEqual(['ok', 'warning', 'ok']);
    expect(states(counts({ entries: 1_000, administrative: 31, returned: 120 }))).toEqual([
      'ok',
      'exceeded',
      'warning',
    ]);
    expect(states(counts({ entries: 1_000, returned: 151 }))).toEqual(['ok', 'ok', 'exceeded']);
    expect(ratesOf(counts({ entries: 0 }), FLOOR)[0]).toMatchObject({ rate_ppm: 0, limit_ppm: 5_000 });
  });

  it('has changed when one of its states has', () => {
    const near = statesOf(ratesOf(counts({ entries: 1_000, administrative: 30 }), FLOOR));
    expect(near).toEqual({ ...ALL_OK, administrative: 'warning' });
    expect(areSame(near, ALL_OK)).toBe(false);
    expect(areSame(statesOf(ratesOf(counts({ entries: 1_000 }), FLOOR)), ALL_OK)).toBe(true);
  });

  it('is over 60 days', () => {
    expect(rateDays('2027-03-01')).toEqual({ from: '2027-01-01', to: '2027-03-01' });
  });
});
