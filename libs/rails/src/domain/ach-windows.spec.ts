import type { AchWindowRule } from '@payments/kernel';
import { isBeforeFedDeadline, nextCuts } from './ach-windows.js';

const sameDay = (cutoff: string, settles: string) =>
  ({ rail: 'same_day_ach', cutoff, effective_in_banking_days: 0, settles }) as AchWindowRule;
const nextDay = (cutoff: string, effective_in_banking_days = 1) =>
  ({ rail: 'ach', cutoff, effective_in_banking_days, settles: '08:30' }) as AchWindowRule;

describe('a window of a bank', () => {
  it.each([
    ['15 minutes before the deadline', sameDay('10:15', '13:00'), true],
    ['14 minutes before the deadline', sameDay('10:16', '13:00'), false],
    ['before the second deadline', sameDay('14:30', '17:00'), true],
    ['after the second deadline', sameDay('14:45', '17:00'), false],
    ['before the third deadline', sameDay('16:30', '18:00'), true],
    ['between the second and the third', sameDay('15:00', '17:00'), false],
    ['the evening before', nextDay('23:59'), true],
    ['in the night of the effective date', nextDay('02:00', 0), true],
    ['after the deadline in that night', nextDay('02:01', 0), false],
    ['on the evening of the effective date', nextDay('20:00', 0), false],
  ])('reaches FedACH in time: %s', (_, rule, isInTime) => {
    expect(isBeforeFedDeadline(rule)).toBe(isInTime);
  });
});

describe('the next cuts of a connection', () => {
  const schedule = {
    windows: [sameDay('10:00', '13:00'), nextDay('20:00')],
    timing: { lead_minutes: 15, upload_margin_minutes: 5 },
  };
  const cutsAt = (from: string, days: number) => nextCuts(schedule, new Date(from), days);

  it('come in the order of their windows, each with its times in New York', () => {
    expect(cutsAt('2026-11-23T05:00:00-05:00', 1)).toEqual([
      {
        rail: 'same_day_ach',
        windowAt: new Date('2026-11-23T09:45:00-05:00'),
        uploadBy: new Date('2026-11-23T09:55:00-05:00'),
        cutoffAt: new Date('2026-11-23T10:00:00-05:00'),
        effectiveDate: '2026-11-23',
        settlesAt: new Date('2026-11-23T13:00:00-05:00'),
      },
      {
        rail: 'ach',
        windowAt: new Date('2026-11-23T19:45:00-05:00'),
        uploadBy: new Date('2026-11-23T19:55:00-05:00'),
        cutoffAt: new Date('2026-11-23T20:00:00-05:00'),
        effectiveDate: '2026-11-24',
        settlesAt: new Date('2026-11-24T08:30:00-05:00'),
      },
    ]);
  });

  it('still include a window at its very instant, and no longer a millisecond later', () => {
    expect(cutsAt('2026-11-23T09:45:00.000-05:00', 1)).toHaveLength(2);
    expect(cutsAt('2026-11-23T09:45:00.001-05:00', 1)).toHaveLength(1);
  });

  it('skip weekends and holidays', () => {
    const dates = cutsAt('2026-11-25T21:00:00-05:00', 3).map(({ cutoffAt }) => cutoffAt.toISOString().slice(0, 10));
    // Thanksgiving is the 26th; the cut of the evening is the next day in UTC.
    expect(dates).toEqual(['2026-11-27', '2026-11-28', '2026-11-30', '2026-12-01']);
  });

  it('follow the clocks of New York through the change in March', () => {
    const [before, after] = cutsAt('2026-03-06T21:00:00-05:00', 2).map(({ windowAt }) => windowAt.toISOString());
    expect([before, after]).toEqual(['2026-03-09T13:45:00.000Z', '2026-03-09T23:45:00.000Z']);
  });
  it('never fall on the Sunday whose clocks skip 02:15', () => {
    const nightly = { ...schedule, windows: [nextDay('02:00', 0)] };
    for (const from of ['2026-03-07T00:00:00-05:00', '2026-03-08T01:59:59.999-05:00', '2026-03-08T03:00:00-04:00']) {
      const [cut] = nextCuts(nightly, new Date(from), 1);
      expect(cut!.cutoffAt).toEqual(new Date('2026-03-09T02:00:00-04:00'));
    }
  });

  it('neither get lost nor come twice when a leap second repeats the last second of a day', () => {
    // A clock shows 23:59:59 UTC twice then, or runs slower; it never shows a second 60.
    const last = ['2026-12-31T23:59:59.000Z', '2026-12-31T23:59:59.999Z', '2026-12-31T23:59:59.000Z'];
    const shown = last.map((at) => cutsAt(at, 2).map(({ windowAt }) => windowAt.toISOString()));
    expect(new Set(shown.map(String)).size).toBe(1);
    expect(cutsAt('2027-01-01T00:00:00.000Z', 2).map(({ windowAt }) => windowAt.toISOString())).toEqual(shown[0]);
  });
});
