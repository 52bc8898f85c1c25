import { DAY_MS, HOUR_MS, MINUTE_MS } from '@payments/kernel';
import { presentToken, startFamily } from './refresh-family.js';
import type { NewFamily, RefreshFamily } from './refresh-family.js';
import { limitsOf } from './session-rules.js';

const NOW = new Date('2026-01-31T17:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const login: NewFamily = {
  ...{ enterprise_id: 'e', id: 'f', user_name: 'u', user_version: 1, kind: 'api' },
  ...{ methods: ['pwd'], address: null, agent: null },
};
const family = { ...startFamily(login, limitsOf('api', {}), NOW), generation: 5 };
const present = (of: RefreshFamily, generation: number, now: Date) =>
  presentToken(of, { generation, idleMs: limitsOf(of.kind, {}).idleMs }, now);

describe('a family of refresh tokens', () => {
  it('issues the successor of the unused token, valid for 30 more days', () => {
    const then = later(DAY_MS);
    expect(present(family, 5, then)).toEqual({
      outcome: 'rotated',
      family: { ...family, generation: 6, rotated_at: then, expires_at: later(31 * DAY_MS) },
    });
  });

  it.each<[string, [generation: number, ms: number], string]>([
    ['the one before, within 10 seconds', [4, 10_000], 'repeated'],
    ['the one before, after that', [4, 10_001], 'reused'],
    ['an older one, at once', [3, 0], 'reused'],
    ['the first one', [1, 5_000], 'reused'],
    ['one that is yet to come', [6, 0], 'refused'],
    ['the right one after 30 days', [5, 30 * DAY_MS], 'refused'],
    ['an older one after 30 days', [1, 30 * DAY_MS], 'refused'],
  ])('takes %s for what it is', (_, [generation, ms], outcome) => {
    expect(present(family, generation, later(ms)).outcome).toBe(outcome);
  });

  it('ends permanently when a used token is presented again', () => {
    const presented = present(family, 3, later(1));
    expect(presented).toEqual({ outcome: 'reused', family: { ...family, revoked_at: later(1) } });
    const revoked = { ...family, revoked_at: later(1) };
    for (const generation of [3, 4, 5]) {
      expect(present(revoked, generation, later(2)).outcome).toBe('refused');
    }
  });
});

describe('a session of the portal', () => {
  const start = (settings = {}) => startFamily({ ...login, kind: 'portal' }, limitsOf('portal', settings), NOW);

  it('ends 30 minutes after the last refresh, and 12 hours after the login at the latest', () => {
    let session = start();
    expect([session.expires_at, session.absolute_until]).toEqual([later(30 * MINUTE_MS), later(12 * HOUR_MS)]);
    let now = NOW;
    for (let refreshes = 1; refreshes <= 50; refreshes++) {
      now = new Date(now.getTime() + 20 * MINUTE_MS);
      const presented = present(session, refreshes, now);
      const hasEnded = now >= session.absolute_until!;
      expect([refreshes, presented.outcome]).toEqual([refreshes, hasEnded ? 'refused' : 'rotated']);
      if (!('family' in presented)) break;
      session = presented.family;
      const idleEnd = new Date(now.getTime() + 30 * MINUTE_MS);
      expect(session.expires_at).toEqual(idleEnd < later(12 * HOUR_MS) ? idleEnd : later(12 * HOUR_MS));
    }
    expect(now).toEqual(later(12 * HOUR_MS));
  });

  it('has the limits that the enterprise has set', () => {
    const session = start({ portal_idle_minutes: 480, portal_session_hours: 1 });
    expect([session.expires_at, session.absolute_until]).toEqual([later(HOUR_MS), later(HOUR_MS)]);
  });
});
