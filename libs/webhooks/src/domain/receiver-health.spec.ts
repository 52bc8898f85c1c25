import { afterFailure, isLost } from './receiver-health.js';
import type { Trouble } from './receiver-health.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const now = new Date('2026-01-31T12:00:00.000Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const ahead = (ms: number) => new Date(now.getTime() + ms);

const aTrouble = (more: Partial<Trouble> = {}): Trouble => ({
  failing_since: ago(MINUTE),
  failures: 10,
  probe_at: null,
  probe_wait_ms: null,
  ...more,
});
const judge = (trouble: Trouble, [attempts, failures]: readonly [number, number], startedAt = now) =>
  afterFailure(trouble, { attempts, failures }, { startedAt, now });

describe('a receiver that fails', () => {
  it.each([
    [10, 7],
    [10, 10],
    [100, 70],
  ])('is probed once after 30 s when of %i attempts %i failed', (attempts, failures) => {
    expect(judge(aTrouble(), [attempts, failures])).toEqual({
      probe_at: ahead(30 * SECOND),
      probe_wait_ms: 30 * SECOND,
    });
  });

  it.each([
    [9, 9],
    [10, 6],
    [100, 69],
  ])('is sent everything as long as of %i attempts %i failed', (attempts, failures) => {
    expect(judge(aTrouble(), [attempts, failures])).toBeUndefined();
  });

  it('is probed after twice the time each time, up to ten minutes', () => {
    const waits: number[] = [];
    let wait = 30 * SECOND;
    for (let probe = 1; probe <= 7; probe++) {
      wait = judge(aTrouble({ probe_at: ago(0), probe_wait_ms: wait }), [1, 1])!.probe_wait_ms!;
      waits.push(wait / SECOND);
    }
    expect(waits).toEqual([60, 120, 240, 480, 600, 600, 600]);
  });

  it('does not wait longer for attempts that were under way before', () => {
    const trouble = aTrouble({ probe_at: ahead(20 * SECOND), probe_wait_ms: 30 * SECOND });
    expect(judge(trouble, [14, 14], ago(30 * SECOND))).toBeUndefined();
  });
});

describe('a receiver without a success', () => {
  it('is lost after 120 hours and 15 failures, and not before either', () => {
    expect(isLost(aTrouble({ failing_since: ago(120 * HOUR), failures: 15 }), now)).toBe(true);
    expect(isLost(aTrouble({ failing_since: ago(120 * HOUR - 1), failures: 500 }), now)).toBe(false);
    expect(isLost(aTrouble({ failing_since: ago(500 * HOUR), failures: 14 }), now)).toBe(false);
  });
});
