import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONFIG, isPortalServed, loadConfig } from '@payments/config';
import type { Config } from '@payments/config';
import { listenAlso, servePortal } from '@payments/http';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const SHELL = '<html data-environment="%ENVIRONMENT%" data-vault="%VAULT_URL%">';
const SCRIPT = 'assets/index-1a2b3c4d.js';

describe('the files of the portal', () => {
  const directory = mkdtempSync(join(tmpdir(), 'portal-'));
  let service: TestService;
  let vault: Server;

  const get = (url: string, headers: Record<string, string> = {}) =>
    service.api.inject({ method: 'GET', url, headers });

  beforeAll(async () => {
    mkdirSync(join(directory, 'assets'));
    writeFileSync(join(directory, 'index.html'), SHELL);
    writeFileSync(join(directory, 'secret.js'), 'secret');
    writeFileSync(join(directory, SCRIPT), 'plain');
    writeFileSync(join(directory, `${SCRIPT}.br`), 'brotli');
    const settings = { PUBLIC_VAULT_URL: 'https://vault.example/v1' };
    service = await startTestService(settings, (app) => servePortal(app, loadConfig(settings), directory));
    vault = await listenAlso(service.api, 0, '127.0.0.1');
  });

  afterAll(async () => {
    await new Promise((done) => vault?.close(done));
    await service?.stop();
    rmSync(directory, { recursive: true });
  });

  it.each(['/portal', '/portal/', '/portal/app'])('%s leads to the page', async (url) => {
    const { statusCode, headers } = await get(url);
    expect([statusCode, headers.location]).toEqual([302, '/portal/app/']);
  });

  it.each(['/portal/app/', '/portal/app/transfers', '/portal/app/transfers/1?tab=legs'])(
    '%s is the page, with the addresses of this deployment',
    async (url) => {
      const { statusCode, headers, body } = await get(url);
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(body).toBe('<html data-environment="sandbox" data-vault="https://vault.example">');
      expect(headers['cache-control']).toBe('no-store');
    },
  );

  it('allows the page its own files, this service and the vault address, and nothing else', async () => {
    const { headers } = await get('/portal/app/');
    expect(headers).toMatchObject({
      'content-security-policy': [
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:",
        "connect-src 'self' https://vault.example; manifest-src 'self'; base-uri 'none'; form-action 'none'",
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      ].join('; '),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-write=(self)',
    });
  });

  it('serves files compressed and cached for as long as their name lives', async () => {
    const { statusCode, headers, body } = await get(`/portal/${SCRIPT}`, { 'accept-encoding': 'gzip, br' });
    expect([statusCode, body]).toEqual([200, 'brotli']);
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    const plain = await get(`/portal/${SCRIPT}`);
    expect([plain.body, plain.headers['content-encoding']]).toEqual(['plain', undefined]);
  });

  it.each([
    '/portal/assets/../secret.js',
    '/portal/assets/..%2fsecret.js',
    '/portal/assets/%2e%2e/secret.js',
    '/portal/assets/nothing.js',
    '/portal/assets/',
    '/portal/secret.js',
  ])('%s is not found', async (url) => {
    const { statusCode, body } = await get(url);
    expect([statusCode, body.includes('secret')]).toEqual([404, false]);
  });

  it('are not at the vault address', async () => {
    const { port } = vault.address() as AddressInfo;
    for (const path of ['/portal', '/portal/app/', `/portal/${SCRIPT}`]) {
      const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
      expect(status).toBe(404);
    }
  });

  it('may call the vault address, and neither may pages of other origins nor anybody the base address', async () => {
    const { port } = vault.address() as AddressInfo;
    const { origin } = new URL(service.api.get<Config>(CONFIG).publicBaseUrl);
    const wanted = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
    const answerTo = async (method: string, from: string) => {
      const headers = { origin: from, ...(method === 'OPTIONS' && wanted) };
      const answer = await fetch(`http://127.0.0.1:${port}/deliver/persons`, { method, headers });
      return {
        status: answer.status,
        ...Object.fromEntries([...answer.headers].filter(([name]) => name.startsWith('access-control-'))),
      };
    };
    expect(await answerTo('OPTIONS', origin)).toEqual({
      status: 204,
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'authorization',
      'access-control-expose-headers': expect.stringContaining('X-Request-Id'),
      'access-control-max-age': '600',
    });
    expect(await answerTo('POST', origin)).toMatchObject({ status: 401, 'access-control-allow-origin': origin });
    expect(await answerTo('OPTIONS', 'https://evil.example')).toEqual({ status: 405 });
    expect(await answerTo('POST', 'https://evil.example')).toEqual({ status: 401 });
    const { headers } = await service.api.inject({ url: '/deliver/persons', headers: { origin } });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('leave the operations of the API alone', async () => {
    expect((await get('/portal/users')).statusCode).toBe(401);
    const { paths } = JSON.parse(
      readFileSync(join(__dirname, '../../docs/reference/openapi.generated.json'), 'utf8'),
    ) as { paths: Record<string, unknown> };
    expect(Object.keys(paths).filter((path) => /^\/portal(\/(app|assets)(\/|$)|\/?$)/.test(path))).toEqual([]);
  });
});

describe('a portal that is not built', () => {
  it('answers 503 with what to run, and the API works', async () => {
    const service = await startTestService({}, (app) => servePortal(app, loadConfig({}), '/nowhere'));
    try {
      const { statusCode, body } = await service.api.inject({ url: '/portal/app/' });
      expect([statusCode, body]).toEqual([503, expect.stringContaining('node scripts/prepare.mjs')]);
      expect((await service.api.inject({ url: '/portal/users' })).statusCode).toBe(401);
    } finally {
      await service.stop();
    }
  });
});

describe('the setting PORTAL', () => {
  it.each([
    { portal: true, environment: 'sandbox', publicBaseUrl: 'http://localhost:3000', isServed: true },
    { portal: false, environment: 'sandbox', publicBaseUrl: 'http://localhost:3000', isServed: false },
    { portal: true, environment: 'production', publicBaseUrl: 'https://pay.example', isServed: true },
    { portal: true, environment: 'production', publicBaseUrl: 'http://pay.example', isServed: false },
  ] as const)('$portal in $environment at $publicBaseUrl serves: $isServed', ({ isServed, ...config }) => {
    expect(isPortalServed(config)).toBe(isServed);
  });

  it('off leaves no address behind', async () => {
    const service = await startTestService({}, (app) => servePortal(app, loadConfig({ PORTAL: 'off' }), '/nowhere'));
    try {
      expect((await service.api.inject({ url: '/portal/app/' })).statusCode).toBe(404);
    } finally {
      await service.stop();
    }
  });
});
