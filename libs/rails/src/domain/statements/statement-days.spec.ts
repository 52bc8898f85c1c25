import { HOUR_MS } from '@payments/kernel';
import { bankingMs } from './statement-days.js';

describe(bankingMs.name, () => {
  const hours = (from: string, to: string) => bankingMs(new Date(from), new Date(to)) / HOUR_MS;

  it('is all of the time on banking days', () => {
    expect(hours('2026-11-23T10:00:00-05:00', '2026-11-23T15:30:00-05:00')).toBe(5.5);
    expect(hours('2026-11-23T10:00:00-05:00', '2026-11-25T10:00:00-05:00')).toBe(48);
  });

  it('leaves out weekends and holidays', () => {
    expect(hours('2026-11-20T12:00:00-05:00', '2026-11-23T12:00:00-05:00')).toBe(24);
    // Thanksgiving, and the end of daylight saving time on a Sunday.
    expect(hours('2026-11-25T12:00:00-05:00', '2026-11-27T12:00:00-05:00')).toBe(24);
    expect(hours('2026-10-30T12:00:00-04:00', '2026-11-02T12:00:00-05:00')).toBe(24);
  });

  it('is nothing backwards', () => {
    expect(hours('2026-11-24T12:00:00-05:00', '2026-11-23T12:00:00-05:00')).toBe(0);
  });
});
