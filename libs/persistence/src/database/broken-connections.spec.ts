import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { outliveBrokenConnection } from './broken-connections.js';
import { connectToPrimary, postgresOptions } from './postgres-client.js';

const message = (type: string, ...parts: (Buffer | string)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.from([type.charCodeAt(0), 0, 0, 0, 0]);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const AUTHENTICATED = message('R', Buffer.from([0, 0, 0, 0]));
const READY = message('Z', 'I');
const SHUTTING_DOWN = message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');

describe('a connection that the server closes as soon as it is ready', () => {
  // All in one packet, as a busy process receives it.
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, SHUTTING_DOWN])));
    socket.on('error', () => undefined);
  });
  let pool: Pool;
  let severalHosts: string;

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const address = { host: '127.0.0.1', port, user: 'nobody', password: 'none' };
    pool = new Pool({ ...address, onConnect: outliveBrokenConnection });
    pool.on('error', () => undefined);
    severalHosts = `postgres://nobody:none@127.0.0.1:${port},localhost:${port}/payments`;
  });

  afterAll(async () => {
    await pool.end();
    server.close();
  });

  it('fails the work that uses it, not the process', async () => {
    const client = await pool.connect();
    await expect(client.query('SELECT 1')).rejects.toThrow(/not queryable|terminat/);
    client.release(true);
  });

  it('fails to connect where one of several hosts is to be found, and leaves the process alone', async () => {
    const hosts = new Pool({ ...postgresOptions(severalHosts), onConnect: outliveBrokenConnection });
    await expect(hosts.connect()).rejects.toThrow(/not queryable|terminat/);
    await expect(connectToPrimary(severalHosts)).rejects.toThrow(/not queryable|terminat/);
    await hosts.end();
  });
});
