import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Resolver } from 'node:dns/promises';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import net from 'node:net';
import type { AddressInfo, LookupFunction } from 'node:net';
import { OutgoingHttp } from './outgoing-http.js';
import type { OutgoingHttpOptions, OutgoingPost } from './outgoing-http.js';

const LOOPBACK = { address: '127.0.0.1', family: 4 };
// In the public range, but unassigned. No test connects to it.
const PUBLIC_NOWHERE = { address: '2d00::1', family: 6 };

let server: Server;
let connections: number;
let requests: { url: string; host: string; body: string; headers: NodeJS.Dict<string | string[]> }[];
let answer: RequestListener;
const clients: OutgoingHttp[] = [];

beforeEach(async () => {
  connections = 0;
  requests = [];
  answer = (_request, response) => response.end('ok');
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests.push({ url: request.url!, host: request.headers.host!, body, headers: request.headers });
      answer(request, response);
    });
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.onApplicationShutdown()));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const port = () => (server.address() as AddressInfo).port;

function client(options: Partial<OutgoingHttpOptions> = {}): OutgoingHttp {
  const made = new OutgoingHttp({ environment: 'sandbox', allowPrivate: true, maxBodyBytes: 16 * 1024, ...options });
  clients.push(made);
  return made;
}

const to = (url: string, more: Partial<OutgoingPost> = {}): OutgoingPost => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
  timeoutMs: 2_000,
  ...more,
});

describe(OutgoingHttp.name, () => {
  it('sends body and headers, and returns status, headers and text', async () => {
    answer = (_request, response) => response.writeHead(202, { 'Retry-After': '7' }).end('taken');
    const result = await client().post(to(`http://127.0.0.1:${port()}/in?x=1`, { headers: { 'webhook-id': 'e1' } }));
    expect(result).toMatchObject({ status: 202, body: 'taken', headers: { 'retry-after': '7' } });
    expect(result.durationMs).toBeGreaterThanOrEqual(0);
    expect(requests).toMatchObject([{ url: '/in?x=1', body: '{"a":1}', headers: { 'webhook-id': 'e1' } }]);
  });

  it('connects to exactly the resolved address, under the given name', async () => {
    const resolve = jest.fn(async () => [LOOPBACK]);
    const result = await client({ resolve }).post(to(`http://hooks.example.com:${port()}/`));
    expect(result).toMatchObject({ status: 200 });
    expect(requests[0]?.host).toBe(`hooks.example.com:${port()}`);
    expect(resolve.mock.calls).toEqual([['hooks.example.com']]);
  });

  it('keeps the connection for the next exchange', async () => {
    const http = client();
    await http.post(to(`http://127.0.0.1:${port()}/`));
    await new Promise((resolve) => setTimeout(resolve, 20));
    await http.post(to(`http://127.0.0.1:${port()}/`));
    expect([requests.length, connections]).toEqual([2, 1]);
  });

  it.each([1_000, 1_200])('keeps the connection of a response of %i bytes at a limit of 1,000', async (bytes) => {
    answer = (_request, response) => response.end('x'.repeat(bytes));
    const http = client({ maxBodyBytes: 1_000 });
    for (let exchange = 0; exchange < 3; exchange++) {
      expect(await http.post(to(`http://127.0.0.1:${port()}/`))).toMatchObject({ body: 'x'.repeat(1_000) });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect([requests.length, connections]).toEqual([3, 1]);
  });

  it('is not delayed by other hanging requests to the same host', async () => {
    answer = (request, response) => void (request.url === '/well' && response.end('ok'));
    const http = client();
    const hanging = Array.from({ length: 200 }, () =>
      http.post(to(`http://127.0.0.1:${port()}/hangs`, { timeoutMs: 10_000 })),
    );
    expect(await http.post(to(`http://127.0.0.1:${port()}/well`))).toMatchObject({ status: 200 });
    server.closeAllConnections();
    await Promise.all(hanging);
  });

  it('follows no redirect', async () => {
    answer = (_request, response) => response.writeHead(307, { Location: '/elsewhere' }).end();
    expect(await client().post(to(`http://127.0.0.1:${port()}/`))).toMatchObject({ status: 307 });
    expect(requests).toHaveLength(1);
  });

  it('waits for the response behind early hints', async () => {
    answer = (_request, response) =>
      response.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => response.writeHead(201).end('made'));
    expect(await client().post(to(`http://127.0.0.1:${port()}/`))).toMatchObject({ status: 201, body: 'made' });
  });

  it('reads a response only up to its limit', async () => {
    answer = (_request, response) => response.end('x'.repeat(5_000_000));
    const result = await client({ maxBodyBytes: 1000 }).post(to(`http://127.0.0.1:${port()}/`));
    expect(result).toMatchObject({ status: 200, body: 'x'.repeat(1000) });
  });
});

describe(`${OutgoingHttp.name} without a response`, () => {
  const failureOf = async (url: string, options: Partial<OutgoingHttpOptions> = {}, timeoutMs = 2_000) =>
    (await client(options).post(to(url, { timeoutMs }))) as { failure?: string };

  it('fails as timeout when the headers do not come in time', async () => {
    answer = () => undefined;
    expect(await failureOf(`http://127.0.0.1:${port()}/`, {}, 100)).toMatchObject({ failure: 'timeout' });
  });

  it('fails as timeout when the response drips past the deadline', async () => {
    answer = (_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(drip));
    };
    expect(await failureOf(`http://127.0.0.1:${port()}/`, {}, 150)).toMatchObject({ failure: 'timeout' });
  });

  it('fails as timeout when the resolver hangs', async () => {
    let giveUp: (error: Error) => void = () => undefined;
    const resolve = () => new Promise<never>((_resolve, reject) => (giveUp = reject));
    expect(await failureOf('https://hooks.example.com/', { resolve }, 100)).toMatchObject({ failure: 'timeout' });
    giveUp(new Error('the test is over'));
  });

  it('sends nothing once the deadline has passed, also when the resolver answers later', async () => {
    let answerNow: (addresses: (typeof LOOPBACK)[]) => void = () => undefined;
    const resolve = () => new Promise<(typeof LOOPBACK)[]>((found) => (answerNow = found));
    const url = `http://hooks.example.com:${port()}/`;
    expect(await failureOf(url, { resolve }, 50)).toMatchObject({ failure: 'timeout' });
    const connected = once(server, 'connection');
    answerNow([LOOPBACK]);
    await connected;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(requests).toEqual([]);
  });

  it('fails with connect when the port is closed', async () => {
    const unused = port();
    await new Promise((resolve) => server.close(resolve));
    expect(await failureOf(`http://127.0.0.1:${unused}/`)).toMatchObject({ failure: 'connect' });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  it('fails as reset when the connection breaks', async () => {
    answer = (request) => request.socket.destroy();
    expect(await failureOf(`http://127.0.0.1:${port()}/`)).toMatchObject({ failure: 'reset' });
  });

  it('fails as tls when the server does not speak TLS', async () => {
    expect(await failureOf(`https://127.0.0.1:${port()}/`)).toMatchObject({ failure: 'tls' });
  });

  it('fails as dns when the name has no address', async () => {
    const resolve = async () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
    expect(await failureOf('https://hooks.example.com/', { resolve })).toMatchObject({ failure: 'dns' });
    expect(await failureOf('https://hooks.example.com/', { resolve: async () => [] })).toMatchObject({
      failure: 'dns',
    });
  });

  it('fails as protocol when the response is not HTTP', async () => {
    answer = (request) => request.socket.end('SSH-2.0-OpenSSH_9.6\r\n');
    expect(await failureOf(`http://127.0.0.1:${port()}/`)).toMatchObject({ failure: 'protocol' });
  });
});

describe(`${OutgoingHttp.name} to a private address`, () => {
  const guarded = (options: Partial<OutgoingHttpOptions> = {}) => client({ allowPrivate: false, ...options });
  const refused = { failure: 'refused_address' };

  afterEach(() => expect(connections).toBe(0));

  it.each(['127.0.0.1', '127.1', '2130706433', '0x7f.0.0.1', '[::ffff:127.0.0.1]', '0'])(
    'when the address is the literal %s',
    async (host) => {
      expect(await guarded().post(to(`http://${host}:${port()}/`))).toMatchObject(refused);
    },
  );

  it('when the system resolves the name to loopback', async () => {
    expect(await guarded().post(to(`http://localhost:${port()}/`))).toMatchObject(refused);
  });

  it('when the name has a private address', async () => {
    const resolve = async () => [LOOPBACK];
    expect(await guarded({ resolve }).post(to(`http://hooks.example.com:${port()}/`))).toMatchObject(refused);
  });

  it('when the name has a public and a private address, in either order', async () => {
    for (const addresses of [
      [PUBLIC_NOWHERE, LOOPBACK],
      [LOOPBACK, PUBLIC_NOWHERE],
    ]) {
      const http = guarded({ resolve: async () => addresses });
      expect(await http.post(to(`http://hooks.example.com:${port()}/`))).toMatchObject(refused);
    }
  });

  it.each(['::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', 'fe80::1%lo'])(
    'when the name resolves to %s',
    async (address) => {
      const resolve = async () => [{ address, family: 6 }];
      expect(await guarded({ resolve }).post(to(`http://hooks.example.com:${port()}/`))).toMatchObject(refused);
    },
  );

  it('when DNS changes between check and connect, because it resolves once', async () => {
    const resolve = jest.fn(async () => [LOOPBACK]).mockImplementationOnce(async () => [PUBLIC_NOWHERE]);
    // No traffic leaves the machine: the test checks the addresses that the socket would get.
    let given: unknown;
    const connect = jest.spyOn(net, 'connect').mockImplementation(((options: { lookup: LookupFunction }) => {
      options.lookup('hooks.example.com', { all: true }, (_error, addresses) => (given = addresses));
      return new net.Socket();
    }) as unknown as typeof net.connect);
    const result = await guarded({ resolve }).post(to('http://hooks.example.com/', { timeoutMs: 100 }));
    connect.mockRestore();
    expect(result).toMatchObject({ failure: 'timeout' });
    expect(given).toEqual([PUBLIC_NOWHERE]);
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  it('when the name is a CNAME of a private host', async () => {
    const dns = await dnsServer({ 'hooks.example.com': 'internal.example.com', 'internal.example.com': '127.0.0.1' });
    const resolver = new Resolver();
    resolver.setServers([`127.0.0.1:${dns.port}`]);
    const resolve = async (hostname: string) =>
      (await resolver.resolve4(hostname)).map((address) => ({ address, family: 4 }));
    expect(await resolve('hooks.example.com')).toEqual([LOOPBACK]);
    expect(await guarded({ resolve }).post(to(`http://hooks.example.com:${port()}/`))).toMatchObject(refused);
    dns.close();
  });

  it('when the name was public earlier, because each connection resolves it', async () => {
    let address = PUBLIC_NOWHERE;
    const resolve = jest.fn(async () => [address]);
    const http = guarded({ resolve });
    const connect = jest.spyOn(net, 'connect').mockImplementation(() => new net.Socket());
    expect(await http.post(to(`http://hooks.example.com:${port()}/`, { timeoutMs: 50 }))).toMatchObject({
      failure: 'timeout',
    });
    connect.mockRestore();
    address = LOOPBACK;
    expect(await http.post(to(`http://hooks.example.com:${port()}/`))).toMatchObject(refused);
  });

  it('when a redirect points to it', async () => {
    let redirects = 0;
    const elsewhere = createServer((_request, response) => {
      redirects++;
      response.writeHead(302, { Location: `http://127.0.0.1:${port()}/` }).end();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port: other } = elsewhere.address() as AddressInfo;
    expect(await client().post(to(`http://127.0.0.1:${other}/`))).toMatchObject({ status: 302 });
    expect(redirects).toBe(1);
    elsewhere.closeAllConnections();
    await new Promise((resolve) => elsewhere.close(resolve));
  });
});

/** A name server on loopback that returns addresses, or CNAMEs with their addresses. */
async function dnsServer(zone: Readonly<Record<string, string>>): Promise<{ port: number; close: () => void }> {
  const encoded = (name: string) =>
    Buffer.concat([
      ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
      Buffer.of(0),
    ]);
  const record = (name: string): Buffer => {
    const target = zone[name]!;
    const isAddress = net.isIPv4(target);
    const data = isAddress ? Buffer.from(target.split('.').map(Number)) : encoded(target);
    const fixed = Buffer.alloc(10);
    fixed.writeUInt16BE(isAddress ? 1 : 5, 0);
    fixed.writeUInt16BE(1, 2);
    fixed.writeUInt16BE(data.length, 8);
    const own = Buffer.concat([encoded(name), fixed, data]);
    return isAddress ? own : Buffer.concat([own, record(target)]);
  };
  const answersFor = (name: string): number => (net.isIPv4(zone[name]!) ? 1 : 1 + answersFor(zone[name]!));
  const socket = createSocket('udp4', (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at]!; length > 0; length = query[at]!) {
      labels.push(query.subarray(at + 1, at + 1 + length).toString());
      at += 1 + length;
    }
    const name = labels.join('.');
    const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, answersFor(name), 0, 0, 0, 0]);
    socket.send(Buffer.concat([header, query.subarray(12, at + 5), record(name)]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { port: socket.address().port, close: () => socket.close() };
}
