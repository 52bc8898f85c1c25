import { setImmediate as later } from 'node:timers/promises';
import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/platform';
import type { WorkContext } from '@payments/platform';
import { StepTurns, TurnMissedError } from './step-turns.js';

class Direct extends UnitOfWork {
  run<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }
  read<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }
}

describe('turns of an enterprise', () => {
  const told: string[] = [];
  let turns: StepTurns;

  const inContext = <T>(enterpriseId: string, requestId: string, work: () => Promise<T>) => {
    const tenant = { enterpriseId, enterpriseName: enterpriseId, environment: 'sandbox', settings: {} } as const;
    return workContext.run({ requestId, tenant } as unknown as WorkContext, work);
  };
  const take = (enterpriseId: string, name: string, work: () => Promise<void> = () => later()) =>
    inContext(enterpriseId, name, () =>
      turns.run(async () => {
        told.push(`${name} begins`);
        await work();
        told.push(`${name} ends`);
        return name;
      }),
    );

  afterEach(() => jest.restoreAllMocks());
  beforeEach(() => {
    told.length = 0;
    turns = new StepTurns(new Direct());
  });

  it('come one after the other, in the order in which they were asked for, and answer what their work answers', async () => {
    expect(await Promise.all([take('a', '1'), take('a', '2'), take('a', '3')])).toEqual(['1', '2', '3']);
    expect(told).toEqual(['1 begins', '1 ends', '2 begins', '2 ends', '3 begins', '3 ends']);
  });

  it('are not waited for by another enterprise', async () => {
    let free = (): void => undefined;
    const first = take('a', '1', () => new Promise((resolve) => (free = resolve)));
    await take('b', '2');
    expect(told).toEqual(['1 begins', '2 begins', '2 ends']);
    free();
    await first;
  });

  it('go on after one that failed, which alone is told so', async () => {
    const failing = take('a', '1', () => Promise.reject(new Error('no database')));
    const next = take('a', '2');
    await expect(failing).rejects.toThrow('no database');
    await expect(next).resolves.toBe('2');
  });

  it('are missed by who had to wait so long that his claim may be gone, and who comes later has his', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const first = take('a', '1', () => {
      now += 10_001;
      return later();
    });
    const second = take('a', '2');
    await first;
    await expect(second).rejects.toThrow(TurnMissedError);
    await take('a', '3');
    expect(told).toEqual(['1 begins', '1 ends', '3 begins', '3 ends']);
  });

  it('keep the context of their own work', async () => {
    const idOf = () => turns.run(() => Promise.resolve(workContext.get().requestId));
    const ids = await Promise.all(['1', '2'].map((requestId) => inContext('a', requestId, idOf)));
    expect(ids).toEqual(['1', '2']);
  });
});
