import { Clock } from '@payments/kernel';
import { eventually } from '@payments/testing';
import { Secrets } from '@payments/platform';
import type { QueueStore } from '@payments/platform';
import { Log, Transactions } from '@payments/platform';
import { type LimitStore } from '../libs/auth/src/application/limit-store.js';
import { RateLimits } from '../libs/auth/src/application/rate-limits.js';
import type { Limit } from '../libs/auth/src/application/rate-limits.js';
import { MemoryLimitStore } from '../libs/auth/src/infrastructure/limits/memory-limit-store.js';
import { SharedLimitStore } from '../libs/auth/src/infrastructure/limits/shared-limit-store.js';
import type { ApiClient } from './support/api-client.js';
import { startTestService } from './support/service.js';
import type { TestService } from './support/service.js';

const NOWHERE: QueueStore = { kind: 'redis', url: 'redis://127.0.0.1:1', prefix: 'nowhere' };

describe('the rate limits', () => {
  let service: TestService;
  let client: ApiClient;
  const closing: SharedLimitStore[] = [];
  let addresses = 0;

  beforeAll(async () => {
    service = await startTestService({ RATE_LIMIT_READS: '200', RATE_LIMIT_WRITES: '40', RATE_LIMIT_ADDRESS: '10' });
  });
  beforeEach(async () => {
    client = await service.client();
  });
  afterAll(async () => {
    for (const store of closing) store.onModuleDestroy();
    await service.stop();
  });

  const get = <T>(type: abstract new (...parameters: never[]) => T) => service.api.get<T>(type, { strict: false });
  const shared = (store: QueueStore) => {
    const made = new SharedLimitStore(store, get(Transactions), get(Log));
    closing.push(made);
    return made;
  };
  const redis = process.env['TEST_REDIS_URL'];
  const stores: Record<string, () => LimitStore> = {
    memory: () => new MemoryLimitStore(),
    PostgreSQL: () => shared({ kind: 'postgres', url: '' }),
    ...(redis && { Redis: () => shared({ kind: 'redis', url: redis, prefix: `t${process.pid}` }) }),
    'a Redis that is away, and so memory': () => shared(NOWHERE),
  };

  describe.each(Object.keys(stores))('the store in %s', (name) => {
    const rate = { quota: 100, windowSeconds: 1, burst: 50 };
    let store: LimitStore;
    beforeAll(() => {
      store = stores[name]!();
    });

    it('gives as many tokens as there are, and gains them with time', async () => {
      const at = (wanted: number, now: number) => store.take({ key: `a-${name}`, rate, wanted, now });
      const start = Date.now();
      expect(await at(20, start)).toEqual({ granted: 20, left: 30 });
      expect(await at(40, start)).toEqual({ granted: 30, left: 0 });
      expect(await at(1, start)).toEqual({ granted: 0, left: 0 });
      expect(await at(5, start + 105)).toEqual({ granted: 5, left: expect.closeTo(5.5) });
      expect(await at(100, start + 60_000)).toEqual({ granted: 50, left: 0 });
    });

    it('gives no token twice when many ask at once, and takes none back when a clock is late', async () => {
      const now = Date.now();
      const ask = (_: unknown, i: number) => store.take({ key: `b-${name}`, rate, wanted: 3, now: now - i });
      const grants = await Promise.all(Array.from({ length: 30 }, ask));
      expect(grants.reduce((sum, { granted }) => sum + granted, 0)).toBe(50);
    });
  });

  it('are one limit for two processes', async () => {
    const limit: Limit = {
      policy: 'write',
      key: 'two processes',
      rate: { quota: 400, windowSeconds: 1, burst: 400 },
      leased: 'block',
    };
    const processes = [0, 1].map(() => new RateLimits(shared({ kind: 'postgres', url: '' }), get(Secrets), get(Clock)));
    const start = performance.now();
    let passed = 0;
    while (performance.now() - start < 3_000) {
      const verdicts = await Promise.all(
        processes.flatMap((each) => Array.from({ length: 5 }, async () => each.take(limit))),
      );
      passed += verdicts.filter(({ isAllowed }) => isAllowed).length;
      await new Promise(setImmediate);
    }
    const allowed = 400 + (400 * (performance.now() - start)) / 1_000;
    expect(passed / allowed).toBeGreaterThan(0.9);
    expect(passed / allowed).toBeLessThan(1.1);
  });

  it('refuse a caller over the limit, apart for reading and writing, and tell what is left', async () => {
    const writes = await Promise.all(Array.from({ length: 120 }, () => client.post('/deliver/persons', {})));
    const refused = writes.filter(({ status }) => status === 429);
    expect(writes.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(40);
    expect(refused.length).toBeGreaterThan(20);
    expect(refused[0]!.body).toMatchObject({ error_code: 'too_many_requests', details: null });
    expect(refused[0]!.headers).toMatchObject({
      'retry-after': expect.stringMatching(/^\d+$/),
      ratelimit: expect.stringMatching(/^"write";r=0;t=\d+$/),
      'ratelimit-policy': '"write";q=40;w=1',
    });
    const read = await client.get('/deliver/persons');
    expect([read.status, read.headers['ratelimit-policy']]).toEqual([200, '"read";q=200;w=1']);
    const other = await service.client();
    expect((await other.post('/deliver/persons', {})).status).toBe(400);
  });

  it('are those of the enterprise where the operator has set them', async () => {
    await service.database.query(
      `UPDATE platform.enterprises SET settings = settings || '{"rate_limits":{"reads_per_second":7}}' WHERE enterprise_id = $1`,
      [client.credentials.enterprise_id],
    );
    const policy = async () => (await client.get('/deliver/persons')).headers['ratelimit-policy'];
    await eventually('its own limit', async () => (await policy()) === '"read";q=7;w=1', 5_000);
  });

  it('count what an address sends without a valid token before anything else, and harm no caller beside it', async () => {
    const from = (remoteAddress: string, url: string, headers: Record<string, string> = {}) =>
      service.api.inject({ url, remoteAddress, headers });
    const noisy = '198.51.100.20';
    const bearer = { authorization: 'Bearer wrong' };
    const flood = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        i % 2 ? from(noisy, '/deliver/persons', bearer) : from(noisy, '/nowhere'),
      ),
    );
    expect(flood.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(20);
    const sent = [{}, { ...client.headers, ...bearer }];
    for (const [url, headers] of [
      ['/nowhere', sent[0]],
      ['/health/live', sent[0]],
      ['/deliver/persons', sent[0]],
      ['/deliver/persons', sent[1]],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 30 }, () => from(noisy, url, headers)));
      const refused = answers.filter(({ statusCode }) => statusCode === 429);
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
  ] as const)('count %s whatever token is sent, as nobody looks at it', async (_, method, url) => {
    const headers = { authorization: client.headers['authorization'] };
    const remoteAddress = `198.51.101.${++addresses}`;
    const send = async () => (await service.api.inject({ method, url, remoteAddress, headers })).statusCode;
    const statuses = await Promise.all(Array.from({ length: 200 }, send));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(50);
  });

  it('do not count by address who sends a valid token where one is asked for', async () => {
    const send = async (url: string) =>
      (await service.api.inject({ url, remoteAddress: '198.51.102.1', headers: client.headers })).statusCode;
    const statuses = await Promise.all(Array.from({ length: 150 }, () => send('/deliver/persons')));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await send('/nowhere')).toBe(404);
  });
});
