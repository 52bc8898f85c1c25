import { afterFailure, isAbandoned } from './circuit-state.js';
import type { CircuitState } from './circuit-state.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const PROBE = new Date('2026-01-31T12:00:00.123Z');

const aTrouble = (more: Partial<CircuitState> = {}): CircuitState => ({
  failing_for_ms: MINUTE,
  failures: 10,
  probe_at: null,
  probe_wait_ms: null,
  ...more,
});
const waitFor = (
  circuitState: CircuitState,
  [attempts, failures]: readonly [number, number],
  begunFor: Date | null = PROBE,
) => afterFailure(circuitState, { attempts, failures }, begunFor);

describe('an endpoint that fails', () => {
  it.each([
    [10, 7],
    [10, 10],
    [100, 70],
  ])('is probed once after 30 s when, of %i attempts, %i failed', (attempts, failures) => {
    expect(waitFor(aTrouble(), [attempts, failures], null)).toBe(30 * SECOND);
  });

  it.each([
    [9, 9],
    [10, 6],
    [100, 69],
  ])('is sent everything when, of %i attempts, only %i failed', (attempts, failures) => {
    expect(waitFor(aTrouble(), [attempts, failures], null)).toBeUndefined();
  });

  it('doubles the wait between probes, up to ten minutes', () => {
    const waits: number[] = [];
    let wait = 30 * SECOND;
    for (let probe = 1; probe <= 7; probe++) {
      wait = waitFor(aTrouble({ probe_at: new Date(PROBE), probe_wait_ms: wait }), [1, 1])!;
      waits.push(wait / SECOND);
    }
    expect(waits).toEqual([60, 120, 240, 480, 600, 600, 600]);
  });

  it('does not wait longer for attempts that were already running', () => {
    const circuit = aTrouble({ probe_at: PROBE, probe_wait_ms: 30 * SECOND });
    const earlier = new Date(PROBE.getTime() - 30 * SECOND);
    expect([waitFor(circuit, [14, 14], null), waitFor(circuit, [14, 14], earlier)]).toEqual([undefined, undefined]);
  });
});

describe('an endpoint without a success', () => {
  it('is abandoned only after 120 hours and 15 failures', () => {
    expect(isAbandoned(aTrouble({ failing_for_ms: 120 * HOUR, failures: 15 }))).toBe(true);
    expect(isAbandoned(aTrouble({ failing_for_ms: 120 * HOUR - 1, failures: 500 }))).toBe(false);
    expect(isAbandoned(aTrouble({ failing_for_ms: 500 * HOUR, failures: 14 }))).toBe(false);
  });
});
