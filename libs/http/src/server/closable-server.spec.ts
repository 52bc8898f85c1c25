import { once } from 'node:events';
import { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { ClosableServer, untilQuiet } from './closable-server.js';

describe(ClosableServer.name, () => {
  let server: ClosableServer;
  let answer: () => void;
  beforeEach(async () => {
    // Without a timeout, a connection that is left open keeps the server open for good.
    server = new ClosableServer({ requireHostHeader: false }, (_request, response) => {
      answer = () => void response.end('late');
    });
    server.timeout = 0;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  async function open(bytes?: string): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const accepted = once(server, 'connection');
    await Promise.all([once(socket, 'connect'), accepted]);
    if (bytes !== undefined) socket.write(bytes);
    return socket.on('error', () => undefined).resume();
  }
  const closed = () => new Promise<void>((resolve) => server.close(() => resolve()));

  it('closes connections on which nothing came', async () => {
    await open();
    await closed();
  });

  it('waits for the response to a request', async () => {
    const request = once(server, 'request');
    const socket = await open('GET / HTTP/1.1\r\nConnection: close\r\n\r\n');
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await request;
    const stop = closed();
    answer();
    await stop;
    await once(socket, 'close');
    expect(text).toContain('late');
  });
});

describe(untilQuiet.name, () => {
  const server = new Server();
  const arrive = (url: string) => server.emit('request', { url }, {});
  afterEach(() => expect(server.listenerCount('request')).toBe(0));

  it('waits while requests come', async () => {
    let isOver = false;
    const over = untilQuiet([server], { quietMs: 400, limitMs: 60_000 }).then(() => (isOver = true));
    for (let at = 0; at < 50; at += 1) {
      arrive('/deliver/transfers');
      await setTimeout(20);
    }
    expect(isOver).toBe(false);
    await over;
  });

  it('does not wait for the end of probes', async () => {
    const over = untilQuiet([server], { quietMs: 40, limitMs: 60_000 });
    const probing = setInterval(() => arrive('/health/ready'), 5);
    await over;
    clearInterval(probing);
  });

  it('waits no longer than its limit', async () => {
    const over = untilQuiet([server], { quietMs: 40, limitMs: 100 });
    const sending = setInterval(() => arrive('/deliver/transfers'), 5);
    await over;
    clearInterval(sending);
  });
});
