import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Health, listenAlso } from '@payments/http';
import { Metrics } from '@payments/observability';
import { eventually } from '@payments/testing';
import { raw } from '../support/e2e/raw.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('libs/http/src', 'apps/api/src');

const PLACES = 120;
/** From so many requests at once, connections take turns. */
const CROWD = 50;
const KEYS = 'GET /.well-known/jwks.json HTTP/1.1\r\nHost: x\r\n\r\n';
const LARGE = 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n';
const WAIT = 'GET /wait HTTP/1.1\r\nHost: x\r\n\r\n';
const REFRESH = post('/refresh', '{"refresh_token":"x"}');
const RESETS_AFTER_MS = [0, 1, 3, 8, 20];
/** More than what fits between two sockets. */
const MANY = 400_000;
const LARGE_BYTES = 8 * 1024 * 1024;

function post(path: string, body: string): string {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json`;
  return `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** A connection as a hostile client holds it. */
class RawClient {
  text = '';
  private constructor(readonly socket: Socket) {
    socket.on('error', () => undefined).on('data', (chunk: Buffer) => (this.text += chunk.toString('latin1')));
  }

  static async to(port: number, bytes: string): Promise<RawClient> {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const client = new RawClient(socket);
    await once(socket, 'connect');
    socket.write(bytes);
    return client;
  }

  get statuses(): number[] {
    return [...this.text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  }

  reset(): void {
    this.socket.resetAndDestroy();
  }

  async ended(): Promise<void> {
    if (!this.socket.readableEnded && !this.socket.destroyed) await once(this.socket, 'end');
  }
}

describe('connections to the base and the vault address', () => {
  let service: TestService;
  let vault: Server;
  let ports: readonly number[];
  let accepted: Socket[];
  const waiting: (() => void)[] = [];

  beforeAll(async () => {
    const settings = { MAX_REQUESTS: String(PLACES), RATE_LIMIT_ADDRESS: '1000000', LOG_LEVEL: 'silent' };
    service = await startTestService(settings, (app) => {
      const fastify = app.getHttpAdapter().getInstance();
      fastify.get('/wait', () => new Promise((resolve) => waiting.push(() => resolve('done'))));
      fastify.get('/large', () => Promise.resolve('x'.repeat(LARGE_BYTES)));
    });
    await service.api.listen(0, '127.0.0.1');
    vault = await listenAlso(service.api, 0, '127.0.0.1');
    const servers: Server[] = [service.api.getHttpServer(), vault];
    for (const server of servers) server.on('connection', (socket: Socket) => accepted.push(socket));
    ports = servers.map((server) => (server.address() as AddressInfo).port);
  });
  beforeEach(() => (accepted = []));
  afterAll(async () => {
    vault.close();
    vault.closeAllConnections();
    await service.stop();
  });

  const goOn = () => waiting.splice(0).forEach((done) => done());
  /** A connection to each address that sends the bytes. */
  const open = (bytes: string) => Promise.all(ports.map((port) => RawClient.to(port, bytes)));
  const statusOf = async (port: number, path: string) => (await raw(`http://127.0.0.1:${port}${path}`)).status;
  const serve = () =>
    Promise.all(
      ports
        .flatMap((port) => Array(PLACES / 2).fill(port))
        .map((port: number) => statusOf(port, '/.well-known/jwks.json')),
    );
  const inFlight = async () => {
    const gauge = service.api.get(Metrics).registry.getSingleMetric('payments_http_requests_in_flight')!;
    return (await gauge.get()).values[0]?.value;
  };
  const everythingIsServed = async () => {
    await eventually('no request is in flight', async () => {
      goOn();
      return (await inFlight()) === 0;
    });
    await eventually('all are served', async () => (await serve()).every((status) => status === 200));
  };

  it.each([
    ['reads', KEYS],
    ['writes', REFRESH],
    ['reads behind a slow body', REFRESH.slice(0, -1) + KEYS],
    ['reads behind a request that waits', WAIT + KEYS],
    ['reads behind an unread response', LARGE + KEYS],
    ['requests for unknown routes', KEYS.replace('.well-known', 'unknown')],
    ['messages that end in garbage', `${KEYS.repeat(3)}\0\r\n\r\n`],
    ['messages that end in CONNECT', `${KEYS.repeat(3)}CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('leave nothing behind when reset at any moment with pipelined %s', async (_, bytes) => {
    const attack = async (afterMs: number) => {
      const clients = await open(bytes.repeat(400));
      await sleep(afterMs);
      for (const client of clients) client.reset();
    };
    for (const afterMs of RESETS_AFTER_MS) await Promise.all([1, 2, 3].map(() => attack(afterMs)));
    await everythingIsServed();
    expect(await service.api.get(Metrics).registry.metrics()).not.toContain('status="500"');
  });

  it('hold no place while they are half-open, send slowly, or do not read', async () => {
    const bytes = ['', 'GET /dep', KEYS.slice(0, -2), REFRESH.slice(0, -1), `${REFRESH}POST /`, LARGE];
    const clients = (await Promise.all([...bytes, ...bytes].map(open))).flat();
    for (const client of clients.slice(clients.length / 2)) client.socket.end();
    for (const client of clients) client.socket.pause();
    await eventually('all have arrived', async () => accepted.length === clients.length);
    await eventually('all are served', async () => (await serve()).every((status) => status === 200));
    for (const client of clients) client.reset();
    await everythingIsServed();
  });

  it('receive responses to sixteen pipelined requests', async () => {
    const clients = await open(WAIT + KEYS.repeat(16));
    await eventually('all have arrived', async () => (await inFlight()) === 34);
    goOn();
    await eventually('all are answered', async () => clients.every(({ statuses }) => statuses.length === 17));
    for (const client of clients) {
      expect(client.statuses).toEqual(Array(17).fill(200));
      client.socket.write(KEYS);
    }
    await eventually('one more each', async () => clients.every(({ statuses }) => statuses.length === 18));
    for (const client of clients) client.reset();
  });

  it('are ended with 429 at the seventeenth request behind another, and read no further', async () => {
    const clients = await open(WAIT + KEYS.repeat(MANY));
    await eventually('both wait', async () => waiting.length === 2);
    await eventually('what is sent stays with the sender', async () => {
      const before = accepted.map(({ bytesRead }) => bytesRead);
      await sleep(500);
      return accepted.every(({ bytesRead }, index) => bytesRead === before[index]);
    });
    for (const { bytesRead } of accepted) expect(bytesRead).toBeLessThan(256 * 1024);
    goOn();
    await Promise.all(clients.map((client) => client.ended()));
    for (const { statuses, text } of clients) {
      expect(statuses).toEqual([...Array<number>(17).fill(200), 429]);
      expect(text).toMatch(/Connection: close\r\n(?:.*\r\n)*\r\n\{"error_code":"too_many_requests"/);
    }
    await everythingIsServed();
  });

  it('do not receive an error of later garbage as their response', async () => {
    const clients = await open(`${WAIT}garbage\r\n\r\n`);
    await Promise.all(clients.map((client) => client.ended()));
    expect(clients.map(({ text }) => text)).toEqual(['', '']);
    await everythingIsServed();
  });

  it('are closed after a refusal by clients that keep their side open', async () => {
    const clients = (await Promise.all(['garbage\r\n\r\n', 'GET /slow-headers'].map(open))).flat();
    const silent = await open('');
    await Promise.all([...clients, ...silent].map((client) => client.ended()));
    await eventually('all are closed', async () => accepted.every(({ destroyed }) => destroyed));
    expect(clients.flatMap(({ statuses }) => statuses)).toEqual([400, 400, 400, 400]);
    // The first request that a browser sends later would take it for its response.
    expect(silent.map(({ text }) => text)).toEqual(['', '']);
  });

  describe('in a crowd', () => {
    const CLIENTS = PLACES / 2;
    let clients: RawClient[];
    let last: RawClient;

    /** Requests that are all in progress, the last of them on a connection that was served among the others. */
    const crowd = async (utilization: number) => {
      const use = { idle: 0, active: 0, utilization };
      jest.spyOn(performance, 'eventLoopUtilization').mockReturnValue(use);
      clients = (await Promise.all(Array.from({ length: CLIENTS / 2 }, () => open(WAIT)))).flat();
      await eventually('all are in progress', async () => waiting.length === CLIENTS);
      [last] = (await open(KEYS)) as [RawClient];
      await eventually('the last one has its response', async () => last.statuses.length === 1);
      for (const { socket } of [...clients, last]) socket.write(KEYS);
    };
    afterEach(async () => {
      jest.restoreAllMocks();
      for (const client of [...clients, last]) client.reset();
      await everythingIsServed();
    });

    it('take turns while the process is busy, and none is refused', async () => {
      // Otherwise those that wait in line would be read after a second, however slow this machine is.
      const now = performance.now() + 1_000;
      jest.spyOn(performance, 'now').mockImplementation(() => now);
      await crowd(1);
      await sleep(200);
      expect(last.statuses).toEqual([200]);
      expect(await inFlight()).toBeLessThanOrEqual(CLIENTS + CROWD);
      goOn();
      await eventually('all have two responses', async () =>
        [...clients, last].every(({ statuses }) => statuses.length === 2),
      );
      expect([...clients, last].flatMap(({ statuses }) => statuses)).toEqual(Array(2 * (CLIENTS + 1)).fill(200));
    });

    it('do not wait for requests that only wait themselves', async () => {
      await crowd(0.5);
      await eventually('the last one has two', async () => last.statuses.length === 2);
      await eventually('all are read', async () => (await inFlight()) === 2 * CLIENTS);
      goOn();
    });
  });

  it('make readiness fail while every place is taken and none comes back', async () => {
    const clients = (await Promise.all(Array.from({ length: PLACES / 2 }, () => open(WAIT)))).flat();
    await eventually('all places are taken', async () => waiting.length === PLACES);
    const [port = 0] = ports;
    expect(await statusOf(port, '/health/ready')).toBe(200);
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 31_000);
    const { status, text } = await raw(`http://127.0.0.1:${port}/health/ready`);
    expect([status, JSON.parse(text)]).toMatchObject([503, { status: 'not_ready', checks: { requests: 'down' } }]);
    goOn();
    await eventually('ready again', async () => (await statusOf(port, '/health/ready')) === 200);
    clock.mockRestore();
    for (const client of clients) client.reset();
    await everythingIsServed();
  });
});

describe('a connection that waits in line when the process stops', () => {
  const waiting: (() => void)[] = [];
  const goOn = () => waiting.splice(0).forEach((done) => done());

  it('is read, and its request is served', async () => {
    const settings = { RATE_LIMIT_ADDRESS: '1000000', LOG_LEVEL: 'silent' };
    const service = await startTestService(settings, (app) => {
      const fastify = app.getHttpAdapter().getInstance();
      fastify.get('/wait', () => new Promise((resolve) => waiting.push(() => resolve('done'))));
    });
    await service.api.listen(0, '127.0.0.1');
    const { port } = service.api.getHttpServer().address() as AddressInfo;
    const now = performance.now() + 1_000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    jest.spyOn(performance, 'eventLoopUtilization').mockReturnValue({ idle: 0, active: 1, utilization: 1 });
    await Promise.all(Array.from({ length: CROWD }, () => RawClient.to(port, WAIT)));
    await eventually('they are in progress', async () => waiting.length === CROWD);
    const last = await RawClient.to(port, KEYS);
    await eventually('it has its response', async () => last.statuses.length === 1);
    last.socket.write(KEYS);
    await sleep(100);
    expect(last.statuses).toEqual([200]);
    jest.restoreAllMocks();
    service.api.get(Health).drain();
    const stopped = service.stop();
    await eventually('the next one is served', async () => last.statuses.length === 2).finally(goOn);
    expect(last.statuses).toEqual([200, 200]);
    await stopped;
  });
});
