import { DAY_MS } from '@payments/kernel';
import { presentToken, startFamily } from './refresh-family.js';

const NOW = new Date('2026-01-31T17:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const family = { ...startFamily({ enterprise_id: 'e', id: 'f', user_name: 'u' }, NOW), generation: 5 };

describe('a family of refresh tokens', () => {
  it('issues the successor of the unused token, valid for 30 more days', () => {
    const then = later(DAY_MS);
    expect(presentToken(family, 5, then)).toEqual({
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
    expect(presentToken(family, generation, later(ms)).outcome).toBe(outcome);
  });

  it('ends permanently when a used token is presented again', () => {
    const presented = presentToken(family, 3, later(1));
    expect(presented).toEqual({ outcome: 'reused', family: { ...family, revoked_at: later(1) } });
    const revoked = { ...family, revoked_at: later(1) };
    for (const generation of [3, 4, 5]) {
      expect(presentToken(revoked, generation, later(2)).outcome).toBe('refused');
    }
  });
});
