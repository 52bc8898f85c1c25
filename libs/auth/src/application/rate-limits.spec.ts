import { randomBytes } from 'node:crypto';
import { FixedClock } from '@payments/kernel';
import { Secrets } from '@payments/persistence';
import { MemoryLimitStore } from '../infrastructure/limits/memory-limit-store.js';
import { RateLimits } from './rate-limits.js';
import type { Limit, Verdict } from './rate-limits.js';

const secrets = new Secrets({ pepper: randomBytes(32), blind_index: randomBytes(32) });
const limit: Limit = {
  policy: 'write',
  key: 'client_a',
  rate: { quota: 1_000, windowSeconds: 1, burst: 1_000 },
  leased: 'block',
};

describe(RateLimits.name, () => {
  const setUp = () => {
    const clock = new FixedClock(new Date('2026-01-31T17:00:00Z'));
    const store = new MemoryLimitStore(clock);
    const take = jest.spyOn(store, 'take');
    const aProcess = () => new RateLimits(store, secrets, clock);
    return { clock, take, aProcess };
  };
  /** How many of `count` requests pass, sent to the processes in turn. */
  const pass = async (processes: readonly RateLimits[], count: number, of = limit) => {
    let passed = 0;
    for (let i = 0; i < count; i++) {
      const verdict = await processes[i % processes.length]!.take(of);
      if (verdict.isAllowed) passed += 1;
    }
    return passed;
  };

  it('are shared by all processes and exceeded by 10% at most', async () => {
    const { aProcess, clock } = setUp();
    const processes = [aProcess(), aProcess()];
    let passed = await pass(processes, 3_000);
    for (let second = 0; second < 4; second++) {
      for (let tick = 0; tick < 20; tick++) {
        clock.advance(50);
        passed += await pass(processes, 150);
      }
    }
    expect(passed).toBeGreaterThan(4_500);
    expect(passed).toBeLessThanOrEqual(5_500);
  });

  it('count each key and each policy separately', async () => {
    const { aProcess } = setUp();
    const limits = aProcess();
    await pass([limits], 2_000);
    expect((await limits.take(limit)).isAllowed).toBe(false);
    expect((await limits.take({ ...limit, key: 'client_b' })).isAllowed).toBe(true);
    expect((await limits.take({ ...limit, policy: 'read' })).isAllowed).toBe(true);
  });

  it('decide in memory, and lease whole blocks from the store', async () => {
    const { aProcess, take } = setUp();
    const limits = aProcess();
    expect(limits.take(limit)).not.toBeInstanceOf(Promise);
    await pass([limits], 500);
    expect(take.mock.calls.length).toBeLessThan(30);
  });

  it('do not call the store while a bucket is empty', async () => {
    const { aProcess, take } = setUp();
    const limits = aProcess();
    await pass([limits], 2_000);
    take.mockClear();
    const refused = Array.from({ length: 5_000 }, () => limits.take(limit) as Verdict);
    expect(refused.every(({ isAllowed }) => !isAllowed)).toBe(true);
    expect(take).not.toHaveBeenCalled();
  });

  it('report the policy, the remaining quota, and when to retry', async () => {
    const { aProcess } = setUp();
    const limits = aProcess();
    await limits.take(limit);
    const { headers } = await limits.take(limit);
    expect(headers['RateLimit-Policy']).toBe('"write";q=1000;w=1');
    expect(headers['RateLimit']).toMatch(/^"write";r=99\d;t=1$/);
    await pass([limits], 2_000);
    const refused = await limits.take(limit);
    expect(refused.headers).toMatchObject({ RateLimit: '"write";r=0;t=1', 'Retry-After': '1' });
  });

  it('report the remaining quota to the first request, and after a pause', async () => {
    const { aProcess, clock } = setUp();
    const limits = aProcess();
    const left = async () => (await limits.take(limit)).headers['RateLimit'];
    expect([await left(), await left()]).toEqual(['"write";r=999;t=1', '"write";r=998;t=1']);
    await pass([limits], 2_000);
    clock.advance(61_000);
    // Minus what was used on credit.
    expect(await left()).toMatch(/^"write";r=9\d\d;t=1$/);
  });

  it('of kind exact are never exceeded', async () => {
    const { aProcess } = setUp();
    const exact: Limit = { ...limit, rate: { quota: 20, windowSeconds: 60, burst: 20 }, leased: 'exact' };
    expect(await pass([aProcess(), aProcess(), aProcess()], 100, exact)).toBe(20);
  });

  it('do not reveal callers to the store', async () => {
    const { aProcess, take } = setUp();
    await aProcess().take({ ...limit, key: 'secret', leased: 'exact' });
    expect(JSON.stringify(take.mock.calls)).not.toContain('secret');
  });
});
