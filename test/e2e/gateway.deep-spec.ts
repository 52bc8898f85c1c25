import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, eventually } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { Agent } from 'undici';
import { person } from '../support/e2e/bodies.js';
import { newEnterprise } from '../support/e2e/enterprise.js';
import { freePorts, portSettings } from '../support/e2e/free-ports.js';
import type { Ports } from '../support/e2e/free-ports.js';
import { Gateway, hasNginx } from '../support/e2e/gateway.js';
import { Program } from '../support/e2e/program.js';
import { bearerOf, raw } from '../support/e2e/raw.js';
import type { Bearer, RawResponse, RawRequest } from '../support/e2e/raw.js';
import { describeIf } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('deploy', 'apps/api/src/main.ts', 'libs/http/src/server');

const RESTARTS = Number(process.env['ROLLING_RESTARTS'] ?? '1');
const PER_SECOND = 60;
/** The load goes on until so many requests were sent, also where restarts are quick. */
const FEWEST_REQUESTS = 200;
/** Fewer than a process has connections to the database, so that no request waits for one in vain. */
const CALLERS = 8;
const DRAIN_SECONDS = 2;
// Longer than draining takes, as in the shipped configuration.
const FAIL_TIMEOUT_SECONDS = 4;
const SETTINGS = {
  DRAIN_SECONDS: String(DRAIN_SECONDS),
  TRUSTED_PROXIES: '127.0.0.1',
  PUBLIC_BASE_URL: 'https://api.example',
  PUBLIC_VAULT_URL: 'https://vault.example',
};

const ifNginx = describeIf(hasNginx, 'No nginx or no openssl on the PATH: the gateway was not tested.');

ifNginx('an nginx with the shipped configuration, before two api processes', () => {
  let database: TestDatabase;
  let ports: [Ports, Ports];
  let apis: [Program, Program];
  const programs: Program[] = [];
  let gateway: Gateway;
  let agent: Agent;
  let bearer: Bearer;

  const start = (which: 0 | 1) => {
    const program = new Program('api', { settings: { ...database.environment, ...portSettings(ports[which]) } });
    programs.push(program);
    return program;
  };
  const isReady = (which: 0 | 1) => apis[which].answers(`http://127.0.0.1:${ports[which].metrics}/health/ready`);

  const send = (url: string, { headers, ...request }: RawRequest = {}) =>
    raw(url, { dispatcher: agent, ...request, headers: { ...bearer, ...headers } });

  /** What the gateway and the processes wrote about a request. */
  const linesOf = (requestId: string) =>
    [gateway.output, ...programs.map(({ stdout }) => stdout)]
      .flatMap((output) => output.split('\n').filter((line) => line.includes(requestId)))
      .join('\n');

  beforeAll(async () => {
    database = await createTestDatabase(SETTINGS);
    ports = [await freePorts(), await freePorts()];
    apis = [start(0), start(1)];
    const [credentials] = await Promise.all([newEnterprise(database.environment, 'Acme'), isReady(0), isReady(1)]);
    gateway = await Gateway.start({ apis: ports, failTimeoutSeconds: FAIL_TIMEOUT_SECONDS });
    agent = new Agent({ connect: { ca: gateway.certificate } });
    bearer = await bearerOf(gateway.baseUrl, credentials, { dispatcher: agent });
  });

  afterAll(async () => {
    await agent?.destroy();
    await gateway?.stop();
    await Promise.all(apis?.map((api) => api.stop('SIGKILL')) ?? []);
    await database?.drop();
  });

  it('serves both addresses over TLS 1.2 and 1.3 only', async () => {
    for (const url of [gateway.baseUrl, gateway.vaultUrl]) {
      for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
        const connect = { ca: gateway.certificate, minVersion: version, maxVersion: version };
        const dispatcher = new Agent({ connect });
        expect((await send(`${url}/deliver/persons`, { dispatcher })).status).toBe(200);
        await dispatcher.destroy();
      }
      const old = { ca: gateway.certificate, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const;
      const dispatcher = new Agent({ connect: { ...old, ciphers: 'DEFAULT@SECLEVEL=0' } });
      await expect(send(`${url}/deliver/persons`, { dispatcher })).rejects.toThrow();
      await dispatcher.destroy();
    }
  });

  it('passes on the client address, which clients cannot forge', async () => {
    const dispatcher = new Agent({ connect: { ca: gateway.certificate }, localAddress: '127.0.0.2' });
    const response = await send(`${gateway.baseUrl}/webhooks/configurations`, {
      method: 'POST',
      body: JSON.stringify({ url: 'https://receiver.example/hooks', event_types: ['subscribe_all'], enabled: true }),
      headers: { 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'who-called' },
      dispatcher,
    });
    await dispatcher.destroy();
    expect(response.status).toBe(200);
    expect(await database.query(`SELECT remote_address FROM platform.audit WHERE request_id = 'who-called'`)).toEqual([
      { remote_address: '127.0.0.2' },
    ]);
  });

  it('passes ids of requests on, and replaces those that the service would not take', async () => {
    const ask = (id: string) => send(`${gateway.vaultUrl}/deliver/persons`, { headers: { 'x-request-id': id } });
    expect((await ask('mine.1')).headers['x-request-id']).toBe('mine.1');
    const replaced = String((await ask('not mine')).headers['x-request-id']);
    expect(replaced).toMatch(/^[0-9a-f]{32}$/);
    await eventually('both are in its log', () =>
      Promise.resolve(['mine.1', replaced].every((id) => gateway.output.includes(`"request_id":"${id}"`))),
    );
  });

  it('keeps search values and tokens out of its log', async () => {
    await send(`${gateway.baseUrl}/deliver/persons?customer_reference_id=looked-for`, {
      headers: { 'x-request-id': 'searching' },
    });
    await eventually('it is in the log', () => Promise.resolve(gateway.output.includes('searching')));
    expect(gateway.output).not.toContain('looked-for');
    expect(gateway.output).not.toContain(bearer.authorization.slice('Bearer '.length));
  });

  it('sends each header of the service once, and says nothing of itself', async () => {
    const { headers } = await send(`${gateway.baseUrl}/deliver/persons`);
    const once = ['strict-transport-security', 'x-content-type-options', 'cache-control', 'x-frame-options'];
    for (const name of once) expect([name, typeof headers[name]]).toEqual([name, 'string']);
    expect(headers['server']).toBe('nginx');
  });

  it('rejects oversized requests like the service', async () => {
    const large = { method: 'POST', body: JSON.stringify({ filler: 'x'.repeat(70_000) }) } as const;
    const visiblePartOf = ({ status, text }: RawResponse) => [status, JSON.parse(text) as unknown];
    const behind = `http://127.0.0.1:${ports[0].api}`;
    for (const path of ['/deliver/persons', '/oauth/token']) {
      const mine = await send(`${gateway.baseUrl}${path}`, large);
      expect(visiblePartOf(mine)).toEqual(visiblePartOf(await send(`${behind}${path}`, large)));
      expect(mine.headers['content-type']).toContain('application/json');
    }
    const part = { method: 'PUT', body: 'x'.repeat(70_000), headers: { 'content-type': 'text/csv' } } as const;
    const parts = `/deliver/bulk-transfers/${randomUUID()}/parts/1`;
    const passed = await send(`${gateway.baseUrl}${parts}`, part);
    expect(visiblePartOf(passed)).toEqual(visiblePartOf(await send(`${behind}${parts}`, part)));
    expect(passed.status).not.toBe(413);
    const header = { headers: { 'x-filler': 'x'.repeat(20_000) } };
    expect(visiblePartOf(await send(`${gateway.baseUrl}/`, header))).toEqual(
      visiblePartOf(await send(`${behind}/`, header)),
    );
    const long = `/deliver/persons?customer_reference_id=${'x'.repeat(10_000)}`;
    expect(visiblePartOf(await send(`${gateway.baseUrl}${long}`))).toEqual(
      visiblePartOf(await send(`${behind}${long}`)),
    );
  });

  it('shows no metrics', async () => {
    for (const url of [gateway.baseUrl, gateway.vaultUrl]) {
      const { status, text } = await send(`${url}/metrics`);
      expect([status, text.includes('payments_')]).toEqual([404, false]);
    }
  });

  it('lets a process that stops go without a failed request, again and again', async () => {
    const load = new Load((number) => {
      const url = number % 3 === 0 ? gateway.vaultUrl : gateway.baseUrl;
      if (number % 2 === 0) return send(`${url}/deliver/persons?customer_reference_id=nobody`);
      const body = JSON.stringify(person(`rolled-${number}`));
      const headers = number % 4 === 1 ? { 'idempotency-key': randomUUID() } : {};
      return send(`${url}/deliver/persons`, { method: 'POST', body, headers });
    }, linesOf);
    const driven = load.drive();
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      for (const which of [0, 1] as const) {
        expect((await apis[which].stop('SIGTERM')).code).toBe(0);
        apis[which] = start(which);
        await isReady(which);
        await eventually('the gateway sends it requests again', () => getsRequests(ports[which]));
      }
    }
    await eventually('enough requests were sent', () => Promise.resolve(load.sent >= FEWEST_REQUESTS));
    load.stop();
    await driven;
    process.stdout.write(`${RESTARTS} rolling restarts: ${load.sent} requests, ${load.failures.length} failed\n`);
    expect(load.failures).toEqual([]);
    const [stored] = await database.query<{ count: number }>(
      `SELECT count(*)::int FROM customers.persons WHERE customer_reference_id LIKE 'person-rolled-%'`,
    );
    expect(stored?.count).toBe(Math.floor(load.sent / 2));
  });

  it('responds like the service when no process is available', async () => {
    await Promise.all(apis.map((api) => api.stop('SIGKILL')));
    const response = await send(`${gateway.baseUrl}/deliver/persons`);
    expect([response.status, response.headers['retry-after']]).toEqual([503, '1']);
    expect((JSON.parse(response.text) as { error_code: string }).error_code).toBe('service_unavailable');
  });
});

/** Whether it has served a client request since it started. */
async function getsRequests({ metrics }: Ports): Promise<boolean> {
  const { text } = await raw(`http://127.0.0.1:${metrics}/metrics`);
  return /^payments_http_request_seconds_count\{[^}]*deliver[^}]*\} [1-9]/m.test(text);
}

/** Callers who together send about `PER_SECOND` requests, or fewer where the machine cannot: each awaits its response. */
class Load {
  sent = 0;
  readonly failures: string[] = [];
  private stopped = false;

  constructor(
    private readonly send: (number: number) => Promise<RawResponse>,
    /** What is known of a request, by its id. */
    private readonly explain: (requestId: string) => string,
  ) {}

  stop(): void {
    this.stopped = true;
  }

  async drive(): Promise<void> {
    await Promise.all(Array.from({ length: CALLERS }, () => this.call()));
  }

  private async call(): Promise<void> {
    while (!this.stopped) {
      const paused = sleep((1_000 * CALLERS) / PER_SECOND);
      await this.one(this.sent++);
      await paused;
    }
  }

  private async one(number: number): Promise<void> {
    const fail = (what: string) => this.failures.push(`${number}: ${what}`);
    const response = await this.send(number).catch((error: unknown) => fail(String(error)));
    if (typeof response !== 'object' || response.status === 200) return;
    fail(`${response.status} ${response.text}\n${this.explain(String(response.headers['x-request-id']))}`);
  }
}
