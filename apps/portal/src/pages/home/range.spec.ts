import { allSteps, growthOf, rangeOf, secondsBySpeed, successOf } from './range.js';

const now = new Date('2026-11-22T15:42:11.000Z');
const midnight = (day: string) => new Date(`${day}T00:00:00`).toISOString();

describe('the time that the home page shows', () => {
  it('is the last 24 hours, the running one included, unless the address says something else', () => {
    expect(rangeOf({}, now)).toEqual({ name: '24h', start: '2026-11-21T16:00:00.000Z', step: 'hour' });
    expect(rangeOf({ range: 'forever' }, now).name).toBe('24h');
  });

  it('is so many days, today included', () => {
    expect(rangeOf({ range: '7d' }, now)).toEqual({ name: '7d', start: midnight('2026-11-16'), step: 'day' });
    expect(rangeOf({ range: '30d' }, now)).toEqual({ name: '30d', start: midnight('2026-10-24'), step: 'day' });
  });

  it('is what the days of the address say, the last one to its end', () => {
    const search = { range: 'custom', start_time: '2026-11-01', end_time: '2026-11-03' };
    expect(rangeOf(search, now)).toEqual({
      ...{ name: 'custom', start: midnight('2026-11-01'), end: midnight('2026-11-04'), step: 'day' },
    });
    expect(rangeOf({ range: 'custom' }, now)).toMatchObject({ start: midnight('2026-11-16'), step: 'day' });
    const days = { range: 'custom', start_time: '2026-11-01', end_time: '2026-11-02' };
    expect(rangeOf(days, now).step).toBe('hour');
  });
});

describe('the steps of a chart', () => {
  const range = { name: '24h', start: '2026-11-22T13:00:00.000Z', step: 'hour' } as const;

  it('are there even if nothing happened in them, until now', () => {
    const series = [{ at: '2026-11-22T14:00:00.000Z', created: 2 }];
    expect(allSteps({ range, series, now, empty: { created: 0 } })).toEqual([
      { at: '2026-11-22T13:00:00.000Z', created: 0 },
      { at: '2026-11-22T14:00:00.000Z', created: 2 },
      { at: '2026-11-22T15:00:00.000Z', created: 0 },
    ]);
  });

  it('end with the time that was asked for', () => {
    const until = { ...range, end: '2026-11-22T14:00:00.000Z' };
    expect(allSteps({ range: until, series: [], now, empty: {} })).toHaveLength(1);
  });

  it('are at least one, for a time that has not begun', () => {
    const future = { ...range, start: '2027-01-01T00:00:00.000Z' };
    expect(allSteps({ range: future, series: [], now, empty: {} })).toHaveLength(1);
  });
});

describe('the seconds to completion', () => {
  it('are a line for each speed that completed a transfer, with gaps where it completed none', () => {
    const steps = [
      { speeds: [{ speed: 'standard', p50_s: 9, p95_s: 12 }, { speed: 'same_day' }] },
      { speeds: [] },
      {
        speeds: [
          { speed: 'asap', p50_s: 1, p95_s: 2 },
          { speed: 'standard', p50_s: 8, p95_s: 11 },
        ],
      },
    ];
    expect([...secondsBySpeed(steps, 'p95_s')]).toEqual([
      ['asap', [null, null, 2]],
      ['standard', [12, null, 11]],
    ]);
  });
});

describe('the rates', () => {
  it('count what has come to an end, and are unknown before', () => {
    expect([successOf({ completed: 3, failed: 1 }), successOf({ completed: 0, failed: 0 })]).toEqual([0.75, undefined]);
  });

  it('compare with the time before where there was something', () => {
    expect([growthOf(112, 100), growthOf(5, 0), growthOf(5, undefined)]).toEqual([
      expect.closeTo(0.12),
      undefined,
      undefined,
    ]);
  });
});
