import { FixedClock, newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { DailyVerifications } from './daily-verifications.js';
import type { VerifyAccounts } from './ports.js';

const NOW = new Date('2026-07-15T16:00:00Z');

/** Counts of an enterprise of which `stored` verifications are known to the database. */
function aCounter(stored: number) {
  const clock = new FixedClock(NOW);
  const counted: number[] = [];
  const accounts = {
    countSince: (_: Date, most: number) => {
      counted.push(most);
      return Promise.resolve(Math.min(stored, most));
    },
  };
  const daily = new DailyVerifications(accounts as unknown as VerifyAccounts, clock);
  const tenant = { enterpriseId: newId() } as never;
  const hasRoom = (most: number) =>
    workContext.run({ requestId: 'test', tenant }, () => daily.hasRoom(most, new Date(0)));
  return { clock, counted, hasRoom };
}

describe(DailyVerifications.name, () => {
  it('admits as many as there is room for, and no more', async () => {
    const { hasRoom } = aCounter(3);
    expect([await hasRoom(5), await hasRoom(5)]).toEqual([true, true]);
    expect(await aCounter(5).hasRoom(5)).toBe(false);
  });

  it('counts once a second', async () => {
    const { clock, counted, hasRoom } = aCounter(0);
    for (let request = 0; request < 20; request++) await hasRoom(100);
    expect(counted).toEqual([100]);
    clock.advance(1_000);
    await hasRoom(100);
    expect(counted).toEqual([100, 100]);
  });

  it('counts what it admitted itself, and refuses by a new count only', async () => {
    const { counted, hasRoom } = aCounter(0);
    // The database shows none of them: all were rolled back.
    expect([await hasRoom(1), await hasRoom(1)]).toEqual([true, true]);
    expect(counted).toEqual([1, 1]);
  });

  it('counts each enterprise by itself', async () => {
    const clock = new FixedClock(NOW);
    const accounts = { countSince: () => Promise.resolve(0) } as unknown as VerifyAccounts;
    const daily = new DailyVerifications(accounts, clock);
    const of = (enterpriseId: string, most: number) =>
      workContext.run({ requestId: 'test', tenant: { enterpriseId } as never }, () => daily.hasRoom(most, NOW));
    const [one, other] = [newId(), newId()];
    for (let request = 0; request < 3; request++) expect(await of(one, 3)).toBe(true);
    expect(await of(other, 3)).toBe(true);
  });
});
