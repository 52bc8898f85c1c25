import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Result {
  readonly sent: number;
  readonly unsent: number;
  readonly failed: number;
  readonly good: number;
  readonly refusals: ReadonlyMap<string, number>;
}
const { sendAll, sendEvenly } = jest.requireActual<{
  sendAll(server: object, operation: object, load: object): Promise<Result>;
  sendEvenly(server: object, operation: object, load: object): Promise<Result>;
}>('./steady-load.mjs');

const LOAD = { rate: 40, seconds: 1.25, connections: 5 };
const ASKED = LOAD.rate * LOAD.seconds;
/** Enough for every request, however late its response. */
const AMPLE = { ...LOAD, connections: ASKED };
const CREATION = { method: 'POST', path: '/things', bodyOf: (name: string) => ({ name }) };
const BUSY = JSON.stringify({ error_code: 'service_unavailable' });

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-length': Buffer.byteLength(text) }).end(text);
}

async function during<T>(listener: RequestListener, work: (server: object) => Promise<T>): Promise<T> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    return await work({ url: `http://127.0.0.1:${port}`, headers: { authorization: 'Bearer token' } });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

describe('a load that keeps its rate', () => {
  it('sends the requested number of requests, each with a separate body', async () => {
    const names = new Set<string>();
    const result = await during(
      (request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          names.add((JSON.parse(Buffer.concat(chunks).toString()) as { name: string }).name);
          answer(response, request.headers.authorization === 'Bearer token' ? 201 : 401, '{"é":1}');
        });
      },
      (server) => sendAll(server, CREATION, AMPLE),
    );
    expect(result).toMatchObject({ sent: ASKED, unsent: 0, failed: 0, good: ASKED });
    expect(names.size).toBe(ASKED);
  });

  it('counts refusals by what they are, and may not have any where all must succeed', async () => {
    let count = 0;
    const everyOther: RequestListener = (_request, response) =>
      (count += 1) % 2 === 0 ? answer(response, 200, '{}') : answer(response, 503, BUSY);
    const read = { method: 'GET', path: '/things' };
    const { good, refusals } = await during(everyOther, (server) => sendEvenly(server, read, AMPLE));
    expect([good, [...refusals]]).toEqual([ASKED / 2, [['503 service_unavailable', ASKED / 2]]]);
    const all = during(everyOther, (server) => sendAll(server, read, AMPLE));
    await expect(all).rejects.toThrow(`${ASKED / 2} × 503 service_unavailable`);
  });

  it('continues without responses, and reports what it could not send', async () => {
    const silent: RequestListener = () => undefined;
    const result = await during(silent, (server) => sendEvenly(server, { method: 'GET', path: '/' }, LOAD));
    const { connections } = LOAD;
    expect(result).toMatchObject({ sent: connections, unsent: ASKED - connections, failed: connections, good: 0 });
  });
});
