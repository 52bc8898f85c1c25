import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Log } from '@payments/observability';
import { Queues } from './queues.js';

const TRIES = 3;

describe(`${Queues.name} on PostgreSQL`, () => {
  it('a consumer that cannot connect retries until it can', async () => {
    const database = createServer((socket) => socket.resetAndDestroy());
    database.listen(0, '127.0.0.1');
    await once(database, 'listening');
    const { port } = database.address() as AddressInfo;
    const url = `postgres://payments_service@127.0.0.1:${port}/payments`;
    const queues = new Queues({ kind: 'postgres', url }, new Log('test', 'silent'));
    try {
      queues.consume('jobs', 1, () => Promise.resolve());
      for (let tries = 0; tries < TRIES; tries++) await once(database, 'connection');
    } finally {
      await queues.onApplicationShutdown();
      database.close();
    }
  });
});
