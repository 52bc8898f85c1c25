import { SystemClock } from '@payments/kernel';
import type { QueueStore } from '@payments/messaging';
import type { Log } from '@payments/observability';
import type { Transactions } from '@payments/persistence';
import { SharedLimitStore } from './shared-limit-store.js';

describe('the store of limits, while its database does not answer', () => {
  const warned: string[] = [];
  const transactions = { run: () => Promise.reject(new Error('closed')) } as unknown as Transactions;
  const log = { warn: (event: string) => warned.push(event) } as unknown as Log;
  const take = (store: SharedLimitStore) =>
    store.take({ key: 'one', wanted: 1, rate: { quota: 1, windowSeconds: 1, burst: 2 } });
  const newStore = () =>
    new SharedLimitStore({ kind: 'postgres' } as unknown as QueueStore, transactions, log, new SystemClock());
  beforeEach(() => warned.splice(0));

  it('keeps the limits in memory and warns', async () => {
    expect(await take(newStore())).toMatchObject({ granted: 1 });
    expect(warned).toEqual(['limit_store_unavailable']);
  });

  it('keeps the limits and says nothing once the process ends, also of a request that waited for it', async () => {
    const store = newStore();
    const waited = take(store);
    store.onModuleDestroy();
    expect(await waited).toMatchObject({ granted: 1 });
    expect(await take(store)).toMatchObject({ granted: 1 });
    expect(warned).toEqual([]);
  });
});
