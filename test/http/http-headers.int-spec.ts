import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenAlso } from '@payments/http';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const SECURE = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
};

describe('response headers', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({
      PUBLIC_BASE_URL: 'https://api.example',
      PUBLIC_VAULT_URL: 'https://vault.example',
      TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::1',
      CORS_ORIGINS: 'https://portal.example',
      RATE_LIMIT_ADDRESS: '2',
    });
  });
  afterAll(() => service.stop());

  it('let no browser guess, frame or keep them, and keep it to https', async () => {
    const client = await service.client();
    const responses = [
      await client.get('/deliver/persons'),
      await service.api.inject({ url: '/nowhere' }),
      await service.api.inject({ url: '/deliver/persons' }),
    ];
    const hsts = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
    for (const { headers } of responses) expect(headers).toMatchObject({ ...SECURE, ...hsts });
    const keys = await service.api.inject({ url: '/.well-known/jwks.json' });
    expect(keys.headers['cache-control']).toBe('public, max-age=60');
  });

  it('believe X-Forwarded-For of trusted proxies only', async () => {
    const nowhere = (remoteAddress: string, forwarded: string) =>
      service.api.inject({ url: '/nowhere', remoteAddress, headers: { 'x-forwarded-for': forwarded } });
    const limited = (responses: readonly { statusCode: number }[]) =>
      responses.filter(({ statusCode }) => statusCode === 429).length;
    // Twenty at once, and two more in each second that this takes.
    const many = Array.from({ length: 200 }, () => nowhere('10.1.2.3', '198.51.100.1'));
    expect(limited(await Promise.all(many))).toBeGreaterThan(50);
    expect((await nowhere('10.1.2.3', '198.51.100.2')).statusCode).toBe(404);
    expect((await nowhere('10.9.9.9', '203.0.113.5, 198.51.100.2')).statusCode).toBe(404);
    const spoofed = Array.from({ length: 200 }, (_, i) => nowhere('192.0.2.7', `198.51.${i % 200}.${i}`));
    expect(limited(await Promise.all(spoofed))).toBeGreaterThan(50);
  });

  it('let only the pages that are configured call from a browser', async () => {
    const ask = (origin: string) =>
      service.api.inject({ url: '/health/live', headers: { origin }, remoteAddress: '192.0.2.30' });
    expect((await ask('https://portal.example')).headers['access-control-allow-origin']).toBe('https://portal.example');
    // The page of the portal, which is of the base address, calls the vault address.
    expect((await ask('https://api.example')).headers['access-control-allow-origin']).toBe('https://api.example');
    expect((await ask('https://api.example')).headers['access-control-allow-credentials']).toBeUndefined();
    expect((await ask('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined();
    const preflight = await service.api.inject({
      method: 'OPTIONS',
      url: '/deliver/persons',
      headers: { origin: 'https://portal.example', 'access-control-request-method': 'POST' },
      remoteAddress: '192.0.2.31',
    });
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([
      204,
      'https://portal.example',
    ]);
  });

  it('come from the vault address too, with separate limits', async () => {
    await service.api.listen(0, '127.0.0.1');
    const vault = await listenAlso(service.api, 0, '127.0.0.1');
    const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
    const ask = (port: number) =>
      new Promise<[number | undefined, unknown]>((resolve, reject) => {
        const sent = request({ port, host: '127.0.0.1', path: '/nowhere' }, (response) => {
          response.resume().on('end', () => resolve([response.statusCode, response.headers['x-content-type-options']]));
        });
        sent.on('error', reject).end();
      });
    try {
      const flood = await Promise.all(Array.from({ length: 200 }, () => ask(portOf(vault))));
      expect(flood.filter(([status]) => status === 429).length).toBeGreaterThan(50);
      expect(flood.every(([, nosniff]) => nosniff === 'nosniff')).toBe(true);
      expect(await ask(portOf(service.api.getHttpServer()))).toEqual([404, 'nosniff']);
    } finally {
      await new Promise((resolve) => vault.close(resolve));
    }
  });
});
