import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { eventually } from '@payments/testing';
import { AccessTokens } from '../../libs/auth/src/application/ports.js';
import type { ApiClient } from '../support/api-client.js';
import { aBulk, digestOf } from '../support/bulk-files.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const USUAL_BYTES = 64 * 1024;
const FULL_PART_BYTES = 1024 * 1024;
const SLOTS = 2;
/** What fits into the buffers of a connection that nobody reads. */
const PIECE = Buffer.alloc(16 * 1024, 'x');
const CHUNK = Buffer.concat([Buffer.from('4000\r\n'), PIECE, Buffer.from('\r\n')]);

describe('a part of a bulk transfer that is larger than other bodies', () => {
  let service: TestService;
  let client: ApiClient;
  let id: string;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    service = await startTestService({ MAX_REQUESTS: String(SLOTS) });
    client = await service.client();
    await service.api.listen(0, '127.0.0.1');
    const created = await client.post('/deliver/bulk-transfers', aBulk({ format: 'ndjson' }));
    ({ id } = created.body['bulk_transfer'] as { id: string });
  });
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));
  afterAll(() => service.stop());

  /** The head of a request on a connection of its own, and what comes back. */
  const begin = async (headers: Readonly<Record<string, string>>, path = `/deliver/bulk-transfers/${id}/parts/1`) => {
    const { port } = service.api.getHttpServer().address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    let received = '';
    let isClosed = false;
    socket.on('data', (bytes: Buffer) => (received += bytes.toString('latin1')));
    socket.on('error', () => undefined).on('close', () => (isClosed = true));
    const lines = Object.entries({ Host: 'localhost', 'Content-Type': 'application/x-ndjson', ...headers });
    socket.write(`PUT ${path} HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`);
    const response = async () => {
      await eventually('a response', () => Promise.resolve(/\r\n\r\n[^]*\}$/.test(received)));
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(received)![1]);
      const body = JSON.parse(received.slice(received.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>;
      return [status, body['error_code']];
    };
    return { socket, response, isClosed: () => isClosed, text: () => received };
  };
  const token = (value: string) => ({ Authorization: `Bearer ${value}`, 'Service-Version': 'v2022-09-21' });
  const full = { 'Content-Length': String(FULL_PART_BYTES) };
  const chunked = { 'Transfer-Encoding': 'chunked' };

  const reader = () =>
    service.api.get(AccessTokens, { strict: false }).sign(
      {
        subject: { kind: 'client', name: client.credentials.client_id },
        enterprise_id: client.credentials.enterprise_id,
        scope: 'read:bulk-transfers',
        credential_version: 1,
      },
      600,
    );
  const strangers: [string, () => Promise<Record<string, string>>, [number, string]][] = [
    ['no token', () => Promise.resolve({}), [401, 'unauthorized']],
    ['an invalid token', () => Promise.resolve(token('invalid')), [401, 'unauthorized']],
    ['an invalid API key', () => Promise.resolve({ ...token(client.token), 'X-API-Key': 'no' }), [403, 'forbidden']],
    ['a token of another scope', async () => token(await reader()), [403, 'forbidden']],
  ];

  it.each(strangers)('is refused before any of it is read from a sender with %s', async (_, headers, answer) => {
    for (const length of [full, chunked]) {
      const { response } = await begin({ ...(await headers()), ...length });
      expect(await response()).toEqual(answer);
    }
  });

  it('is refused on a path with an empty id, before any of it is read', async () => {
    const { response } = await begin(full, '/deliver/bulk-transfers//parts/1');
    expect(await response()).toEqual([401, 'unauthorized']);
  });

  it('is thrown away to its end, so that its sender gets to the refusal and can ask again', async () => {
    const { socket, response, isClosed } = await begin(full);
    for (let sent = 0; sent < FULL_PART_BYTES; sent += PIECE.length) socket.write(PIECE);
    expect(await response()).toEqual([401, 'unauthorized']);
    let second = '';
    socket.on('data', (bytes: Buffer) => (second += bytes.toString('latin1')));
    socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await eventually('a second response', () => Promise.resolve(second.includes('HTTP/1.1 200')));
    expect(isClosed()).toBe(false);
  });

  it('ends the connection of a stranger who does not say where it ends', async () => {
    const { socket, isClosed } = await begin(chunked);
    let pieces = 0;
    const write = setInterval(() => socket.writable && ++pieces && socket.write(CHUNK), 1);
    await eventually('the end of the connection', () => Promise.resolve(isClosed()));
    clearInterval(write);
    expect(socket.bytesWritten).toBeLessThan(FULL_PART_BYTES);
  });

  it('is taken whole from a sender with the scope', async () => {
    const line = `${JSON.stringify({ transfer_reference_id: 'x', note: 'y'.repeat(900) })}\n`;
    const lines = line.repeat(Math.floor(FULL_PART_BYTES / line.length)).trimEnd();
    const content = `${lines.padEnd(FULL_PART_BYTES - 1)}\n`;
    const digest = { 'Content-Digest': digestOf(content) };
    const { socket, response, text } = await begin({ ...token(client.token), ...full, ...digest });
    socket.write(content);
    expect([await response(), text()]).toEqual([[200, undefined], expect.stringContaining('"part"')]);
  });

  it('takes no slot from other requests while it arrives', async () => {
    const slow = await Promise.all(Array.from({ length: SLOTS }, () => begin({ ...token(client.token), ...full })));
    for (const { socket } of slow) socket.write(PIECE);
    // Until the service has surely seen them.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { port } = service.api.getHttpServer().address() as AddressInfo;
    const { status } = await fetch(`http://127.0.0.1:${port}/deliver/persons`, { headers: client.headers });
    expect([status, ...slow.map(({ text }) => text())]).toEqual([200, '', '']);
  });

  it('is refused by the guards, as ever, when it has the usual size', async () => {
    const { socket, response, text } = await begin({ 'Content-Length': String(USUAL_BYTES) });
    socket.write(PIECE);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(text()).toBe('');
    for (let sent = PIECE.length; sent < USUAL_BYTES; sent += PIECE.length) socket.write(PIECE);
    expect(await response()).toEqual([401, 'unauthorized']);
  });
});
