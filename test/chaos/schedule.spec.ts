import { scheduleOf } from './schedule.js';
import type { Fault } from './schedule.js';

const MINUTES_3 = { lengthMs: 180_000, redis: true, processor: true };
const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

describe('the schedule of faults', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(scheduleOf(7, MINUTES_3)).toEqual(scheduleOf(7, MINUTES_3));
    expect(scheduleOf(7, MINUTES_3)).not.toEqual(scheduleOf(8, MINUTES_3));
  });

  it.each(seeds)('has at least 12 kills in 3 minutes, and every kind of fault (seed %i)', (seed) => {
    const schedule = scheduleOf(seed, MINUTES_3);
    expect(schedule.filter(({ kind }) => kind === 'kill').length).toBeGreaterThanOrEqual(12);
    expect(new Set(schedule.map(({ kind }) => kind)).size).toBe(8);
    expect(schedule.map(({ at_ms }) => at_ms)).toEqual(schedule.map(({ at_ms }) => at_ms).sort((a, b) => a - b));
    expect(schedule.at(-1)!.at_ms).toBeLessThan(MINUTES_3.lengthMs);
  });

  it.each(seeds)('lets one worker sleep for longer than its leases, and wake up (seed %i)', (seed) => {
    const schedule = scheduleOf(seed, MINUTES_3);
    const sleeper = schedule.find(({ kind, lasts_ms }) => kind === 'pause' && lasts_ms > 45_000)!;
    const disturbs = ({ target, at_ms }: Fault) =>
      target === sleeper.target && at_ms > sleeper.at_ms && at_ms < sleeper.at_ms + sleeper.lasts_ms;
    expect(schedule.filter(disturbs)).toEqual([]);
  });

  it('needs neither a separate Redis nor a separate processor', () => {
    const schedule = scheduleOf(3, { lengthMs: 180_000, redis: false, processor: false });
    expect(
      schedule.filter(({ target, wire }) => target === 'processor' || wire === 'queue' || wire === 'processor'),
    ).toEqual([]);
    expect(new Set(schedule.filter(({ target }) => target === 'queue').map(({ kind }) => kind))).toEqual(
      new Set(['empty']),
    );
    expect(schedule.filter(({ kind }) => kind === 'kill').length).toBeGreaterThanOrEqual(12);
  });
});
