import { once } from 'node:events';
import { createServer } from 'node:net';
import net from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { OutgoingHttp } from './outgoing-http.js';

const BODY_BYTES = 16 * 1024;
const ANSWER_BYTES = 2 * BODY_BYTES;
/** The excess that one socket read and its buffer may contain. */
const READ_AHEAD = 80 * 1024;
const HINT = 'HTTP/1.1 103 Early Hints\r\n\r\n';

describe(`${OutgoingHttp.name} with a limit for responses`, () => {
  let server: Server;
  let answer: (socket: Socket) => void;
  let http: OutgoingHttp;
  let connected: Socket[];
  let connecting: jest.SpyInstance;

  beforeEach(async () => {
    http = new OutgoingHttp({ environment: 'sandbox', allowPrivate: true, maxBodyBytes: BODY_BYTES });
    connected = [];
    const { connect } = net;
    connecting = jest.spyOn(net, 'connect').mockImplementation(((options: net.NetConnectOpts) => {
      connected.push(connect(options));
      return connected.at(-1);
    }) as typeof net.connect);
    server = createServer((socket) => {
      socket.on('error', () => undefined).on('data', () => answer(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(async () => {
    connecting.mockRestore();
    await http.onApplicationShutdown();
    server.close();
    await once(server, 'close');
  });

  const send = () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    return http.post({ url, headers: {}, body: '{}', timeoutMs: 60_000 });
  };
  const endlessly = (start: string, bytes: string) => (socket: Socket) => {
    const write = () => {
      while (!socket.destroyed && socket.write(bytes.repeat(1_000)));
    };
    socket.on('drain', write).write(start);
    write();
  };

  it.each([
    ['early hints', '', HINT],
    ['headers', 'HTTP/1.1 200 OK\r\n', 'a: b\r\n'],
    ['chunk extensions', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;', 'x'],
    ['trailers', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n', 'a: b\r\n'],
  ])('cuts endless %s as too large, and reads no further', async (_, start, bytes) => {
    answer = endlessly(start, bytes);
    expect(await send()).toMatchObject({ failure: 'too_large' });
    expect(connected.map(({ destroyed }) => destroyed)).toEqual([true]);
    expect(connected[0]!.bytesRead).toBeLessThanOrEqual(ANSWER_BYTES + READ_AHEAD);
  });

  it('returns the start of an endless body', async () => {
    answer = endlessly('HTTP/1.1 200 OK\r\n\r\n', 'x');
    expect(await send()).toMatchObject({ status: 200, body: 'x'.repeat(BODY_BYTES) });
    expect(connected[0]!.bytesRead).toBeLessThanOrEqual(ANSWER_BYTES + READ_AHEAD);
  });

  it('accepts a response of exactly the limit', async () => {
    const end = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
    const hints = HINT.repeat(Math.floor((ANSWER_BYTES - end.length) / HINT.length) - 1);
    const filler = 'x'.repeat(ANSWER_BYTES - hints.length - end.length - HINT.length - 'a: \r\n'.length);
    const whole = `${hints}${HINT.slice(0, -2)}a: ${filler}\r\n\r\n${end}`;
    expect(whole).toHaveLength(ANSWER_BYTES);
    answer = (socket) => socket.write(whole);
    expect(await send()).toMatchObject({ status: 200, body: 'ok' });
    answer = (socket) => socket.write(`${HINT}${whole}`);
    expect(await send()).toMatchObject({ failure: 'too_large' });
  });

  it('counts each response on a connection separately', async () => {
    const body = 'x'.repeat(BODY_BYTES - 1);
    answer = (socket) => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    for (let exchange = 0; exchange < 5; exchange++) {
      expect(await send()).toMatchObject({ status: 200, body });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(connected).toHaveLength(1);
  });
});
