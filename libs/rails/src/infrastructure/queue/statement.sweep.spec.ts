import { FixedClock } from '@payments/kernel';
import { bankProfile } from '@payments/testing';
import type { Profiles } from '../../application/ports.js';
import type { Breaks, LastReconciliation, Statements } from '../../application/statements/ports.js';
import type { ReconcileConnection } from '../../application/statements/reconcile-connection.js';
import { parseProfiles } from '../profiles/read-profiles.js';
import { StatementSweep } from './statement.sweep.js';

/** A Sunday: no comparison of the day is due. */
const NOW = new Date('2026-07-19T16:00:00Z');

describe(StatementSweep.name, () => {
  const compares = async (last: Pick<LastReconciliation, 'opening'> & { secondsAgo: number }, profile = {}) => {
    const profiles = { connections: parseProfiles(JSON.stringify(bankProfile(profile))) } as unknown as Profiles;
    const statements = { isDue: () => Promise.resolve(false) } as unknown as Statements;
    const finished_at = new Date(NOW.getTime() - last.secondsAgo * 1_000);
    const breaks = {
      last: () => Promise.resolve({ day: '2026-07-17', unreconciled: 0n, ...last, finished_at }),
      open: () => Promise.resolve([]),
    } as unknown as Breaks;
    const reconcile = { execute: jest.fn(), derive: jest.fn() };
    const own = reconcile as unknown as ReconcileConnection;
    await new StatementSweep(profiles, statements, breaks, own, new FixedClock(NOW), {} as never).sweep();
    return reconcile.execute.mock.calls.length > 0;
  };

  it('compares again a minute after a first balance that was not certain', async () => {
    expect(await compares({ opening: null, secondsAgo: 59 })).toBe(false);
    expect(await compares({ opening: null, secondsAgo: 60 })).toBe(true);
  });

  it('waits for the next statement once it is certain, and where the balance cannot be proven', async () => {
    expect(await compares({ opening: { cents: 0n, first_day: null }, secondsAgo: 3_600 })).toBe(false);
    const rails = { ach: 'ach', same_day_ach: 'ach', rtp: 'connector', fednow: 'off' };
    expect(await compares({ opening: null, secondsAgo: 3_600 }, { rails })).toBe(false);
  });
});
