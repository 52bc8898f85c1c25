import { once } from 'node:events';
import { connect } from 'node:net';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { listenAlso } from '@payments/http';
import { eventually } from '@payments/testing';
import { Client } from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { raw } from '../support/e2e/raw.js';
import type { RawRequest } from '../support/e2e/raw.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('libs/http/src', 'apps/api/src');

const AT_ONCE = 2;

describe('more requests than are worked on at once', () => {
  let service: TestService;
  let client: ApiClient;
  let vault: Server;
  let blocker: Client;

  beforeAll(async () => {
    service = await startTestService({ MAX_REQUESTS: String(AT_ONCE) });
    client = await service.client();
    await service.api.listen(0, '127.0.0.1');
    vault = await listenAlso(service.api, 0, '127.0.0.1');
    blocker = new Client({ connectionString: service.database.adminUrl });
    await blocker.connect();
  });
  afterAll(async () => {
    await blocker.end();
    vault.close();
    await service.stop();
  });

  const portOf = (server: Server) => (server.address() as AddressInfo).port;
  const sendTo = (server: Server, path: string, request: RawRequest = {}) =>
    raw(`http://127.0.0.1:${portOf(server)}${path}`, {
      ...request,
      headers: { ...client.headers, ...request.headers },
    });
  const send = (path: string, request?: RawRequest) => sendTo(service.api.getHttpServer(), path, request);
  const read = () => send('/deliver/persons');
  const blocked = (count: number) =>
    eventually(`${count} requests wait for the lock`, async () => {
      const rows = await service.database.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      return rows.length === count;
    });
  const block = () => blocker.query('BEGIN; LOCK TABLE customers.persons IN ACCESS EXCLUSIVE MODE');

  it('are refused with 503 and Retry-After at once; the others succeed', async () => {
    // A caller has its share once its token is known.
    await read();
    await block();
    const inProgress = [read(), read()];
    await blocked(AT_ONCE);
    // All at once: those in progress wait for the lock only as long as its time limit allows.
    const [refused, others] = await Promise.all([
      Promise.all([
        read(),
        send('/deliver/persons', { method: 'POST', body: '{}' }),
        sendTo(vault, '/deliver/persons'),
      ]),
      Promise.all([
        send('/nowhere', { headers: { 'x-request-id': 'mine' } }),
        send('/health/live'),
        send('/health/ready'),
      ]),
    ]);
    await blocker.query('COMMIT');
    for (const { status, headers, text } of refused) {
      expect(status).toBe(503);
      expect(headers).toMatchObject({
        'retry-after': '1',
        'x-request-id': expect.any(String),
        'cache-control': 'no-store',
      });
      const body = { error_code: 'service_unavailable', message: expect.any(String), details: null };
      expect(JSON.parse(text)).toEqual(body);
    }
    const [nowhere, live, ready] = others;
    expect(nowhere.headers['x-request-id']).toBe('mine');
    expect([live.status, ready.status]).toEqual([200, 200]);
    expect((await Promise.all(inProgress)).map(({ status }) => status)).toEqual([200, 200]);
    for (let again = 0; again < 2 * AT_ONCE; again++) expect((await read()).status).toBe(200);
  });

  describe('on a connection that was refused', () => {
    const GET = 'GET /deliver/persons HTTP/1.1\r\nHost: localhost\r\nService-Version: v2022-09-21\r\n';
    const POST = GET.replace('GET', 'POST');
    const BODY = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';

    /** A connection, and the statuses of the responses that came on it. */
    const opened = async (port: number) => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      let received = '';
      socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
      const ask = (head = GET, body = '\r\n') =>
        socket.write(`${head}Authorization: Bearer ${client.token}\r\n${body}`);
      const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
      const responses = (count: number) =>
        eventually(`${count} responses`, () => Promise.resolve(statuses().length >= count));
      return { socket, ask, statuses, responses };
    };
    let inProgress: ReturnType<typeof read>[];
    let held: Awaited<ReturnType<typeof opened>>;

    beforeEach(async () => {
      await block();
      inProgress = [read(), read()];
      await blocked(AT_ONCE);
      held = await opened(portOf(service.api.getHttpServer()));
    });
    afterEach(async () => {
      held.socket.destroy();
      await Promise.all(inProgress);
    });

    it.each([
      ['without a body', GET, '\r\n'],
      ['with a body', POST, BODY],
    ])('wait until there is room, after one %s', async (_, head, body) => {
      held.ask(head, body);
      await held.responses(1);
      held.ask();
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(held.statuses()).toEqual([503]);
      await blocker.query('COMMIT');
      await held.responses(2);
      expect(held.statuses()).toEqual([503, 200]);
    });

    it('wait no longer than Retry-After says', async () => {
      held.ask();
      await held.responses(1);
      held.ask();
      await held.responses(2);
      expect(held.statuses()).toEqual([503, 503]);
      await blocker.query('COMMIT');
    });

    it('are forgotten when their sender leaves', async () => {
      held.ask();
      await held.responses(1);
      held.socket.resetAndDestroy();
      await blocker.query('COMMIT');
      await Promise.all(inProgress);
      expect((await read()).status).toBe(200);
    });
  });

  it('do not count slow bodies, nor work that ended without its sender', async () => {
    const port = portOf(service.api.getHttpServer());
    const open = async (head: string): Promise<Socket> => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(`${head}\r\nHost: localhost\r\nAuthorization: Bearer ${client.token}\r\n`);
      return socket;
    };
    const slow = await Promise.all([1, 2, 3].map(() => open('POST /deliver/persons HTTP/1.1')));
    for (const socket of slow) socket.write('Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{');
    expect((await read()).status).toBe(200);
    await block();
    const leaving = await Promise.all([1, 2].map(() => open('GET /deliver/persons HTTP/1.1')));
    for (const socket of leaving) socket.write('Service-Version: v2022-09-21\r\n\r\n');
    await blocked(AT_ONCE);
    expect((await read()).status).toBe(503);
    for (const socket of [...leaving, ...slow]) socket.destroy();
    await blocker.query('COMMIT');
    await eventually('its place is free', async () => (await read()).status === 200);
  });
});
