import type { AddressInfo } from 'node:net';
import { Metrics } from '@payments/observability';
import { eventually } from '@payments/testing';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { ApiClient } from '../support/api-client.js';
import { raw } from '../support/e2e/raw.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const SLOTS = 20;
const CONNECTIONS = 2;

describe('an enterprise with many requests in flight', () => {
  let service: TestService;
  let crowd: ApiClient;
  let other: ApiClient;
  let base: string;
  let pool: Pool;
  /** Gives the connections back. */
  let end: () => void;

  beforeAll(async () => {
    service = await startTestService({ MAX_REQUESTS: String(SLOTS), DATABASE_POOL_SIZE: String(CONNECTIONS) });
    await service.api.listen(0, '127.0.0.1');
    base = `http://127.0.0.1:${(service.api.getHttpServer().address() as AddressInfo).port}`;
    pool = (service.api.get(DataSource).driver as unknown as { readonly master: Pool }).master;
    [crowd, other] = await Promise.all([service.client(), service.client()]);
  });
  afterEach(() => end());
  afterAll(() => service.stop());

  const read = async ({ headers }: ApiClient) => (await raw(`${base}/deliver/persons`, { headers })).status;
  const token = async () => (await raw(`${base}/oauth/token`, { method: 'POST', body: '{}' })).status;
  const inProgress = (count: number) =>
    eventually(`${count} requests are in progress`, async () => {
      const gauge = service.api.get(Metrics).registry.getSingleMetric('payments_http_requests_in_flight')!;
      return (await gauge.get()).values[0]?.value === count;
    });

  /** So many reads of the crowd, which wait until `end`. */
  const begin = async (count: number) => {
    // So that nothing but the list is read while no connection is free.
    for (const client of [crowd, other]) expect(await read(client)).toBe(200);
    const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()));
    end = () => connections.splice(0).forEach((connection) => connection.release());
    const reads = Array.from({ length: count }, () => read(crowd));
    await inProgress(count);
    return reads;
  };

  it('leaves the next connection to one that has none', async () => {
    const reads = await begin(SLOTS - 1);
    const ended: string[] = [];
    const all = reads.map((each) => each.then(() => ended.push('crowd')));
    const one = read(other).then((status) => ended.push(`other ${status}`));
    await inProgress(SLOTS);
    end();
    await Promise.all([...all, one]);
    expect(ended.indexOf('other 200')).toBeGreaterThan(-1);
    expect(ended.indexOf('other 200')).toBeLessThan(SLOTS / 2);
  });

  it('may use all slots, but leaves others and those who ask for tokens their shares', async () => {
    const reads = await begin(SLOTS);
    const others = [read(other), read(other)];
    await inProgress(SLOTS + others.length);
    expect([await read(crowd), await token()]).toEqual([503, 400]);
    end();
    expect(new Set(await Promise.all([...reads, ...others]))).toEqual(new Set([200]));
  });
});
