import { MINUTE_MS } from '@payments/kernel';
import { messageTimes } from './file-rules.js';
import type { Connection } from './connection.js';
import { pauseAfterInquiry, statusDueAt } from './status-deadline.js';

const AT = new Date('2026-11-23T14:05:00Z');
const iso = (profile: string, seconds: number) =>
  ({ iso: { profile, status_within_seconds: seconds } }) as unknown as Pick<Connection, 'iso'>;
const payments = { rail: 'fednow', purpose: 'payments' } as const;
const secondsUntil = (at: Date | null) => at && (at.getTime() - AT.getTime()) / 1_000;

describe('the status of a message', () => {
  it('is due as the profile says, and between banks no earlier than FedNow answers', () => {
    expect(secondsUntil(statusDueAt(payments, iso('pain.001.001.03', 10), AT))).toBe(10);
    expect(secondsUntil(statusDueAt(payments, iso('pacs.008.001.08', 10), AT))).toBe(25);
    expect(secondsUntil(statusDueAt(payments, iso('pacs.008.001.08', 60), AT))).toBe(60);
  });

  it('is not expected of a NACHA file, or of a message about another one', () => {
    expect(statusDueAt({ ...payments, rail: 'ach' }, iso('pain.001.001.03', 10), AT)).toBeNull();
    expect(statusDueAt({ ...payments, purpose: 'inquiry' }, iso('pacs.008.001.08', 10), AT)).toBeNull();
  });

  it('is asked for again after 1, 2, 4, 8, 16 and then 30 minutes', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7].map((inquiries) => pauseAfterInquiry(inquiries) / MINUTE_MS);
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
  });
});

describe('the day of a message', () => {
  it.each([
    ['2026-11-23T14:05:00Z', '2026-11-24T04:59:59.999Z'],
    // The days on which the clocks change.
    ['2026-03-08T05:30:00Z', '2026-03-09T03:59:59.999Z'],
    ['2026-11-01T04:30:00Z', '2026-11-02T04:59:59.999Z'],
  ])('of %s ends at midnight in New York', (at, end) => {
    expect(messageTimes(new Date(at)).cutoff_at.toISOString()).toBe(end);
  });
});
