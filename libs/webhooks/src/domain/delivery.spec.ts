import { judge, reasonOf, shownStatus } from './delivery.js';
import type { AttemptResult } from './delivery.js';

const now = new Date('2026-01-31T00:00:00.000Z');
const answered = (status: number, retryAfter?: string): AttemptResult => ({
  status,
  durationMs: 5,
  retryAfter,
  answer: '',
});
const failed: AttemptResult = { failure: 'timeout', durationMs: 30_000 };
const verdict = (result: AttemptResult, attempt = 1) => judge(attempt, result, { now, random: 0.5 });
const retryAt = (ms: number) => ({ outcome: 'retry', inMs: ms });

describe('the result of an attempt', () => {
  it.each([200, 201, 202, 204, 299])('the status %i delivers', (status) => {
    expect(verdict(answered(status))).toEqual({ outcome: 'delivered' });
    expect(reasonOf(answered(status))).toBeUndefined();
  });

  it.each([301, 307, 400, 401, 404, 408, 409, 422, 429, 500, 503])('the status %i is retried', (status) => {
    expect(verdict(answered(status))).toEqual(retryAt(5_000));
    expect(reasonOf(answered(status))).toBe(`http_${status}`);
  });

  it('a missing response is retried', () => {
    expect(verdict(failed)).toEqual(retryAt(5_000));
    expect(reasonOf(failed)).toBe('timeout');
  });

  it('the status 410 disables the configuration, even on the last attempt', () => {
    expect(verdict(answered(410))).toEqual({ outcome: 'gone' });
    expect(verdict(answered(410), 19)).toEqual({ outcome: 'gone' });
  });

  it.each([429, 503])('the status %i may set Retry-After', (status) => {
    expect(verdict(answered(status, '60'))).toEqual(retryAt(60_000));
  });

  it.each([400, 500, 301])('the status %i may not set Retry-After', (status) => {
    expect(verdict(answered(status, '60'))).toEqual(retryAt(5_000));
  });

  it('the 19th attempt is the last one', () => {
    expect(verdict(failed, 18)).toMatchObject({ outcome: 'retry' });
    expect(verdict(failed, 19)).toEqual({ outcome: 'failed' });
    expect(verdict(answered(200), 19)).toEqual({ outcome: 'delivered' });
  });
});

it('a delivery that is pending shows as held while its configuration is off', () => {
  expect(shownStatus('pending', { enabled: false })).toBe('held');
  expect(shownStatus('pending', { enabled: true })).toBe('pending');
  expect(shownStatus('failed', { enabled: false })).toBe('failed');
});
