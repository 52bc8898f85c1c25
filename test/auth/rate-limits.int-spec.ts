import { setTimeout as sleep } from 'node:timers/promises';
import { Clock } from '@payments/kernel';
import { eventually } from '@payments/testing';
import { Secrets, Transactions } from '@payments/persistence';
import type { QueueStore } from '@payments/messaging';
import { Log } from '@payments/observability';
import { type LimitStore } from '../../libs/auth/src/application/limit-store.js';
import { RateLimits } from '../../libs/auth/src/application/rate-limits.js';
import type { Limit } from '../../libs/auth/src/application/rate-limits.js';
import { MemoryLimitStore } from '../../libs/auth/src/infrastructure/limits/memory-limit-store.js';
import { PostgresLimitStore } from '../../libs/auth/src/infrastructure/limits/postgres-limit-store.js';
import { RedisLimitStore } from '../../libs/auth/src/infrastructure/limits/redis-limit-store.js';
import { SharedLimitStore } from '../../libs/auth/src/infrastructure/limits/shared-limit-store.js';
import type { ApiClient } from '../support/api-client.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

/** PostgreSQL and Redis count whole milliseconds of their own clock: a period can gain one at each end. */
const ROUNDING_MS = 2;
const NOWHERE: QueueStore = { kind: 'redis', url: 'redis://127.0.0.1:1', prefix: 'nowhere' };

describe('the rate limits', () => {
  let service: TestService;
  let client: ApiClient;
  const closing: (() => void)[] = [];
  let addresses = 0;

  beforeAll(async () => {
    // Low rates: a slow machine, which gives the buckets time to refill, must still exceed them.
    service = await startTestService({ RATE_LIMIT_READS: '200', RATE_LIMIT_WRITES: '4', RATE_LIMIT_ADDRESS: '1' });
    // Few log-ins: they too count by address.
    client = await service.client();
  });
  afterAll(async () => {
    for (const close of closing) close();
    await service.stop();
  });

  const get = <T>(type: abstract new (...parameters: never[]) => T) => service.api.get<T>(type, { strict: false });
  const away = () => {
    const made = new SharedLimitStore(NOWHERE, get(Transactions), get(Log), get(Clock));
    closing.push(() => made.onModuleDestroy());
    return made;
  };
  const inRedis = (url: string) => {
    const made = new RedisLimitStore({ kind: 'redis', url, prefix: `t${process.pid}-${Date.now()}` });
    closing.push(() => made.close());
    return made;
  };
  const redis = process.env['TEST_REDIS_URL'];
  // PostgreSQL and Redis without the timeout of the shared store, which on a slow machine falls back to memory.
  const stores: Record<string, () => LimitStore> = {
    memory: () => new MemoryLimitStore(get(Clock)),
    PostgreSQL: () => new PostgresLimitStore(get(Transactions)),
    ...(redis && { Redis: () => inRedis(redis) }),
    'a Redis that is away, and so memory': away,
  };

  describe.each(Object.keys(stores))('the store in %s', (name) => {
    /** So slow that what is gained during a test is less than one. */
    const rate = { quota: 1, windowSeconds: 3_600, burst: 50 };
    const almost = (left: number) => expect.closeTo(left, 0) as number;
    let store: LimitStore;
    beforeAll(() => {
      store = stores[name]!();
    });

    it('gives as many tokens as there are', async () => {
      const take = (wanted: number) => store.take({ key: `a-${name}`, rate, wanted });
      expect(await take(20)).toEqual({ granted: 20, left: almost(30) });
      expect(await take(40)).toEqual({ granted: 30, left: almost(0) });
      expect(await take(1)).toEqual({ granted: 0, left: almost(0) });
    });

    it('gains tokens with time, no more than the bucket holds', async () => {
      const quick = { quota: 100, windowSeconds: 1, burst: 50 };
      const take = async (wanted: number) => (await store.take({ key: `c-${name}`, rate: quick, wanted })).granted;
      const begunAt = performance.now();
      let granted = await take(50);
      while (granted < 80) granted += await take(50);
      const elapsedMs = performance.now() - begunAt + ROUNDING_MS;
      expect(granted).toBeLessThanOrEqual(50 + (elapsedMs * quick.quota) / 1_000);
      await sleep((2 * 1_000 * quick.burst) / quick.quota);
      expect(await take(100)).toBe(50);
    });

    it('gives no token twice when many ask at once', async () => {
      const ask = () => store.take({ key: `b-${name}`, rate, wanted: 3 });
      const grants = await Promise.all(Array.from({ length: 30 }, ask));
      expect(grants.reduce((sum, { granted }) => sum + granted, 0)).toBe(50);
    });
  });

  describe('of two processes', () => {
    const twoProcesses = () =>
      [0, 1].map(() => new RateLimits(new PostgresLimitStore(get(Transactions)), get(Secrets), get(Clock)));
    /** Asks both, five times at once, and returns how many of the ten requests passed. */
    const ask = async (processes: RateLimits[], limit: Limit) => {
      const verdicts = await Promise.all(
        processes.flatMap((each) => Array.from({ length: 5 }, async () => each.take(limit))),
      );
      await new Promise(setImmediate);
      return verdicts.filter(({ isAllowed }) => isAllowed).length;
    };
    // 5% of the burst: what each process may use before the store has granted it.
    const CREDIT = 20;

    it.each([
      ['exact', 400],
      ['block', 400 + 2 * CREDIT],
    ] as const)('are one bucket, which passes its burst and no more: %s', async (leased, most) => {
      const rate = { quota: 1, windowSeconds: 36_000, burst: 400 };
      const limit: Limit = { policy: 'write', key: `two processes, ${leased}`, rate, leased };
      const processes = twoProcesses();
      let passed = 0;
      for (let now = await ask(processes, limit); now > 0; now = await ask(processes, limit)) passed += now;
      expect(passed).toBeGreaterThanOrEqual(400);
      expect(passed).toBeLessThanOrEqual(most);
    });

    it('gain together what one bucket gains', async () => {
      const rate = { quota: 400, windowSeconds: 1, burst: 400 };
      const limit: Limit = { policy: 'write', key: 'two processes that wait', rate, leased: 'block' };
      const processes = twoProcesses();
      const begunAt = performance.now();
      let passed = 0;
      while (passed < 1_000) passed += await ask(processes, limit);
      const elapsedMs = performance.now() - begunAt + ROUNDING_MS;
      expect(passed).toBeLessThanOrEqual(400 + (elapsedMs * 400) / 1_000 + 2 * CREDIT);
    });
  });

  it('reject a caller over the separate read and write limits', async () => {
    const busy = await service.client();
    const writes = await Promise.all(Array.from({ length: 120 }, () => busy.post('/deliver/persons', {})));
    const refused = writes.filter(({ status }) => status === 429);
    expect(writes.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(4);
    expect(refused.length).toBeGreaterThan(20);
    expect(refused[0]!.body).toMatchObject({ error_code: 'too_many_requests', details: null });
    expect(refused[0]!.headers).toMatchObject({
      'retry-after': expect.stringMatching(/^\d+$/),
      ratelimit: expect.stringMatching(/^"write";r=0;t=\d+$/),
      'ratelimit-policy': '"write";q=4;w=1',
    });
    const read = await busy.get('/deliver/persons');
    expect([read.status, read.headers['ratelimit-policy']]).toEqual([200, '"read";q=200;w=1']);
    const other = await service.client();
    expect((await other.post('/deliver/persons', {})).status).toBe(400);
  });

  it('are those of the enterprise where the operator has set them', async () => {
    const own = await service.client();
    await service.database.query(
      `UPDATE platform.enterprises SET settings = settings || '{"rate_limits":{"reads_per_second":7}}' WHERE enterprise_id = $1`,
      [own.credentials.enterprise_id],
    );
    const policy = async () => (await own.get('/deliver/persons')).headers['ratelimit-policy'];
    await eventually('its own limit', async () => (await policy()) === '"read";q=7;w=1');
  });

  it('count what an address sends without a valid token before anything else, and harm no caller beside it', async () => {
    const from = (remoteAddress: string, url: string, headers: Record<string, string> = {}) =>
      service.api.inject({ url, remoteAddress, headers });
    const noisy = '198.51.100.20';
    const bearer = { authorization: 'Bearer wrong' };
    const flood = await Promise.all(
      Array.from({ length: 60 }, (_, i) => (i % 2 ? from(noisy, '/deliver/persons', bearer) : from(noisy, '/nowhere'))),
    );
    expect(flood.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(20);
    const sent = [{}, { ...client.headers, ...bearer }];
    for (const [url, headers] of [
      ['/nowhere', sent[0]],
      ['/health/live', sent[0]],
      ['/deliver/persons', sent[0]],
      ['/deliver/persons', sent[1]],
    ] as const) {
      const responses = await Promise.all(Array.from({ length: 30 }, () => from(noisy, url, headers)));
      const refused = responses.filter(({ statusCode }) => statusCode === 429);
      expect([url, refused.length > 5]).toEqual([url, true]);
      expect(refused[0]!.json()).toMatchObject({ error_code: 'too_many_requests', details: null });
      expect(refused[0]!.headers).toMatchObject({ 'retry-after': '1', 'x-request-id': expect.any(String) });
    }
    expect((await from(noisy, '/deliver/persons', client.headers)).statusCode).toBe(200);
    expect((await from('198.51.100.21', '/nowhere')).statusCode).toBe(404);
  });

  it.each([
    ['a log-in', 'POST', '/authenticate'],
    ['a token', 'POST', '/oauth/token'],
    ['a refresh', 'POST', '/refresh'],
    ['the public keys', 'GET', '/.well-known/jwks.json'],
    ['health', 'GET', '/health/live'],
    ['an unknown route', 'GET', '/nowhere'],
    ['an empty id', 'GET', '/deliver/persons/'],
    ['a wrong method', 'DELETE', '/deliver/persons'],
  ] as const)('count %s whatever token is sent, since none is checked', async (_, method, url) => {
    const headers = { authorization: client.headers['authorization'] };
    const remoteAddress = `198.51.101.${++addresses}`;
    const send = async () => (await service.api.inject({ method, url, remoteAddress, headers })).statusCode;
    const statuses = await Promise.all(Array.from({ length: 60 }, send));
    expect(statuses).toContain(429);
  });

  it('do not count callers with a valid token by address', async () => {
    const send = async (url: string) =>
      (await service.api.inject({ url, remoteAddress: '198.51.102.1', headers: client.headers })).statusCode;
    // Ten at once: a busy machine has no room for 150.
    for (let round = 0; round < 15; round++) {
      const statuses = await Promise.all(Array.from({ length: 10 }, () => send('/deliver/persons')));
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
    expect(await send('/nowhere')).toBe(404);
  });
});
