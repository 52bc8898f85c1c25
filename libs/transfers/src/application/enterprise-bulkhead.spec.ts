import { setImmediate as later } from 'node:timers/promises';
import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import type { WorkContext } from '@payments/observability';
import { EnterpriseBulkhead, BulkheadTimeoutError } from './enterprise-bulkhead.js';

class Direct extends UnitOfWork {
  run<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }
  read<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }
}

const LARGE = 20;

interface Work {
  readonly work?: () => Promise<void>;
  readonly size?: number;
}

describe(EnterpriseBulkhead.name, () => {
  const events: string[] = [];
  let bulkhead: EnterpriseBulkhead;

  const inContext = <T>(enterpriseId: string, requestId: string, work: () => Promise<T>) => {
    const tenant = { enterpriseId, enterpriseName: enterpriseId, environment: 'sandbox', settings: {} } as const;
    return workContext.run({ requestId, tenant } as unknown as WorkContext, work);
  };
  const take = (enterpriseId: string, name: string, { work = () => later(), size = LARGE }: Work = {}) =>
    inContext(enterpriseId, name, () =>
      bulkhead.run(size, async () => {
        events.push(`${name} begins`);
        await work();
        events.push(`${name} ends`);
        return name;
      }),
    );

  afterEach(() => jest.restoreAllMocks());
  beforeEach(() => {
    events.length = 0;
    bulkhead = new EnterpriseBulkhead(new Direct());
  });

  it('run one at a time, in order, and return their results', async () => {
    expect(await Promise.all([take('a', '1'), take('a', '2'), take('a', '3')])).toEqual(['1', '2', '3']);
    expect(events).toEqual(['1 begins', '1 ends', '2 begins', '2 ends', '3 begins', '3 ends']);
  });

  it('are shared by small claims, while claims behind a large one wait', async () => {
    const free: (() => void)[] = [];
    const held = () => new Promise<void>((resolve) => free.push(resolve));
    const sizes = [12, 8, 1_000, 1];
    const all = sizes.map((size) => take('a', `of ${size}`, { work: held, size }));
    await later();
    expect(events).toEqual(['of 12 begins', 'of 8 begins']);
    free[0]!();
    await all[0];
    await later();
    expect(events.slice(2)).toEqual(['of 12 ends']);
    free[1]!();
    await all[1];
    await later();
    expect(events.slice(3)).toEqual(['of 8 ends', 'of 1000 begins']);
    free[2]!();
    await later();
    expect(events.slice(5)).toEqual(['of 1000 ends', 'of 1 begins']);
    free[3]!();
    await Promise.all(all);
  });

  it('are not waited for by another enterprise', async () => {
    let free = (): void => undefined;
    const first = take('a', '1', { work: () => new Promise((resolve) => (free = resolve)) });
    await take('b', '2');
    expect(events).toEqual(['1 begins', '2 begins', '2 ends']);
    free();
    await first;
  });

  it('continue after a failed one, and report the failure only to it', async () => {
    const failing = take('a', '1', { work: () => Promise.reject(new Error('no database')) });
    const next = take('a', '2');
    await expect(failing).rejects.toThrow('no database');
    await expect(next).resolves.toBe('2');
  });

  it('time out after a long wait, and go to the next caller', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const first = take('a', '1', {
      work: () => {
        now += 10_001;
        return later();
      },
    });
    const second = take('a', '2');
    await first;
    await expect(second).rejects.toThrow(BulkheadTimeoutError);
    await take('a', '3');
    expect(events).toEqual(['1 begins', '1 ends', '3 begins', '3 ends']);
  });

  it('keep the context of their own work', async () => {
    const idOf = () => bulkhead.run(LARGE, () => Promise.resolve(workContext.get().requestId));
    const ids = await Promise.all(['1', '2'].map((requestId) => inContext('a', requestId, idOf)));
    expect(ids).toEqual(['1', '2']);
  });
});
