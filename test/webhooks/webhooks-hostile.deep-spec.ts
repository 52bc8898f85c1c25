import type { Socket } from 'node:net';
import { OutgoingHttp } from '@payments/http-client';
import { aBusiness, eventually } from '@payments/testing';
import type { ApiClient } from '../support/api-client.js';
import { WebhookReceiver } from '../support/receiver.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('libs/webhooks/src', 'libs/http-client/src');

interface HostileReceiver {
  readonly name: string;
  /** What becomes of a delivery to it: the class of its error, or null for a success. */
  readonly error: string | null;
  readonly url: string;
  readonly sockets: readonly Socket[];
  close(): Promise<void>;
}
const { HOSTILITIES, listenHostile } = jest.requireActual<{
  readonly HOSTILITIES: Readonly<Record<string, unknown>>;
  listenHostile(name: string): Promise<HostileReceiver>;
}>('../support/hostile-receivers.mjs');

const EVENTS = 12;
/** The response limit, and what the buffers of both sockets hold unread. */
const SENT_AT_MOST = 16 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
/** Replaces the 30 s where nothing but the timeout ends an attempt. */
const SHORT_TIMEOUT_MS = 3_000;

describe('webhooks beside 16 hostile endpoints', () => {
  let service: TestService;
  let client: ApiClient;
  let innocent: WebhookReceiver;
  let hostile: readonly HostileReceiver[];
  const timeouts = new Set<number>();

  beforeAll(async () => {
    service = await startTestService();
    const { value } = Object.getOwnPropertyDescriptor(OutgoingHttp.prototype, 'send')!;
    const send = value as OutgoingHttp['send'];
    jest.spyOn(OutgoingHttp.prototype, 'send').mockImplementation(function (this: OutgoingHttp, request) {
      timeouts.add(request.timeoutMs);
      const isShort = hostile.some(({ url, error }) => url === request.url && error === 'timeout');
      return send.call(this, isShort ? { ...request, timeoutMs: SHORT_TIMEOUT_MS } : request);
    });
    await service.startWorker();
    client = await service.client();
    innocent = new WebhookReceiver();
    await innocent.listen();
    hostile = await Promise.all(Object.keys(HOSTILITIES).map(listenHostile));
    for (const { url } of [...hostile, innocent]) {
      const body = { event_types: ['business_created'], url, enabled: true };
      const response = await client.post('/webhooks/configurations', body);
      if (url === innocent.url) {
        await innocent.trust(client, (response.body['webhook_configuration'] as { id: string }).id);
      }
    }
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await Promise.all([...hostile, innocent].map((receiver) => receiver.close()));
    await service.stop();
  });

  const errorsOf = ({ url }: HostileReceiver) =>
    service.database.query<{ error: string | null }>(
      `SELECT a.error FROM webhooks.attempts a JOIN webhooks.configurations c
         ON c.enterprise_id = a.enterprise_id AND c.id = a.configuration_id WHERE c.url = $1`,
      [url],
    );

  it('reach the healthy endpoint, and cut off every hostile one', async () => {
    expect(hostile).toHaveLength(16);
    for (let number = 0; number < EVENTS; number++) await client.post('/deliver/businesses', aBusiness());
    const reached = () => new Set(innocent.received.map(({ event }) => event.event_id)).size;
    await eventually('the innocent one has all', async () => reached() === EVENTS);
    const results = await Promise.all(
      hostile.map(async (receiver) => {
        const errors = await eventually(`an attempt at ${receiver.name}`, async () => {
          const rows = await errorsOf(receiver);
          return rows.length > 0 && new Set(rows.map(({ error }) => error));
        });
        return [receiver.name, ...errors];
      }),
    );
    expect([...timeouts]).toEqual([TIMEOUT_MS]);
    expect(results).toEqual(hostile.map(({ name, error }) => [name, error]));
    const cut = hostile.map(({ sockets }) => sockets[0]!);
    await eventually('all are cut', async () => cut.every(({ destroyed }) => destroyed));
    for (const { bytesWritten } of cut) expect(bytesWritten).toBeLessThan(SENT_AT_MOST);
  });
});
