import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { eventually } from '@payments/testing';
import { Client } from 'pg';
import type { ApiClient, Answer } from './support/api-client.js';
import { startTestService } from './support/service.js';
import type { TestService } from './support/service.js';

const AT_ONCE = 2;

describe('more requests than are worked on at once', () => {
  let service: TestService;
  let client: ApiClient;
  let blocker: Client;

  beforeAll(async () => {
    service = await startTestService({ MAX_REQUESTS: String(AT_ONCE) });
    client = await service.client();
    blocker = new Client({ connectionString: service.database.adminUrl });
    await blocker.connect();
  });
  afterAll(async () => {
    await blocker.end();
    await service.stop();
  });

  const read = () => client.get('/deliver/persons');
  const blocked = (count: number) =>
    eventually(`${count} requests wait for the lock`, async () => {
      const rows = await service.database.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      return rows.length === count;
    });
  const block = () => blocker.query('BEGIN; LOCK TABLE customers.persons IN ACCESS EXCLUSIVE MODE');

  it('are refused with 503 and Retry-After at once, and the others are answered as ever', async () => {
    await block();
    const atWork: Promise<Answer>[] = [read(), read()];
    await blocked(AT_ONCE);
    const refused = await Promise.all([read(), client.post('/deliver/persons', {}), client.post('/oauth/token', {})]);
    for (const { status, headers, body } of refused) {
      expect([status, headers['retry-after'], headers['x-request-id']]).toEqual([503, '1', expect.any(String)]);
      expect(body).toEqual({ error_code: 'service_unavailable', message: expect.any(String), details: null });
    }
    expect((await client.get('/health/live')).status).toBe(200);
    expect((await client.get('/health/ready')).status).toBe(200);
    await blocker.query('COMMIT');
    expect((await Promise.all(atWork)).map(({ status }) => status)).toEqual([200, 200]);
    for (let again = 0; again < 2 * AT_ONCE; again++) expect((await read()).status).toBe(200);
  });

  it('are not those whose body is still to come, nor those whose sender hangs up', async () => {
    await service.api.listen(0, '127.0.0.1');
    const { port } = service.api.getHttpServer().address() as AddressInfo;
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
