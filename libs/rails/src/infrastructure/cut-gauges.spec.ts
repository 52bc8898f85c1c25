import { FixedClock } from '@payments/kernel';
import { bankProfile } from '@payments/testing';
import type { Profiles } from '../application/ports.js';
import { CutGauges } from './cut-gauges.js';
import { parseProfiles } from './profiles/read-profiles.js';

describe(CutGauges.name, () => {
  const read = (now: string, profile: object = {}) => {
    const profiles = { connections: parseProfiles(JSON.stringify(bankProfile({ ...profile }))) } as unknown as Profiles;
    return new CutGauges(profiles, new FixedClock(new Date(now)), { add: () => undefined } as never).read();
  };
  const secondsOf = async (...args: Parameters<typeof read>) =>
    Object.fromEntries((await read(...args)).map(({ labels, value }) => [labels['rail'], value]));

  it('give the time until each rail’s next window ends, before its cut-off', async () => {
    // A Wednesday, 09:30 in New York: windows end 15 minutes before 10:00 and 20:00.
    expect(await secondsOf('2026-07-15T13:30:00Z')).toEqual({ same_day_ach: 900, ach: 36_900 });
    expect(await secondsOf('2026-07-15T13:45:01Z')).toEqual({ same_day_ach: 86_399, ach: 35_999 });
  });

  it('count over weekends', async () => {
    // A Saturday, noon in New York.
    expect(await secondsOf('2026-07-18T16:00:00Z')).toMatchObject({ same_day_ach: 45.75 * 3_600 });
  });

  it('leave out rails that files do not carry', async () => {
    const rails = { ach: 'ach', same_day_ach: 'off', rtp: 'off', fednow: 'off' };
    expect(Object.keys(await secondsOf('2026-07-15T13:30:00Z', { rails }))).toEqual(['ach']);
  });
});
