import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PaymentsClient, verifyWebhook } from '@payments/client';
import type { PaymentsEvent } from '@payments/client';
import { eventually } from '@payments/testing';
import { listen } from '../../apps/cli/src/dev/listen/listen.js';
import type { Forwarded } from '../../apps/cli/src/dev/listen/listen.js';
import { SCENARIOS } from '../../apps/cli/src/dev/trigger/scenarios.table.js';
import { trigger } from '../../apps/cli/src/dev/trigger/trigger.js';
import { WebhookReceiver } from '../support/receiver.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('apps/cli/src', 'libs/webhooks/src');

const { components } = JSON.parse(readFileSync(join(__dirname, '../../docs/reference/openapi.generated.json'), 'utf8'));
// What needs an approval, and who approves it, only users of the portal say: no token of a client has these scopes.
const eventTypes = (components.schemas.EventType.enum as string[]).filter((type) => !type.startsWith('approval_'));

describe('payments trigger and payments listen', () => {
  let service: TestService;
  let payments: PaymentsClient;

  beforeAll(async () => {
    service = await startTestService({ WEBHOOK_RATE: '1000', SANDBOX_DAY_SECONDS: '36000' });
    await service.api.listen(0, '127.0.0.1');
    await service.startWorker();
    const { client_id, client_secret } = await service.createEnterprise();
    const baseUrl = await service.api.getUrl();
    payments = new PaymentsClient({ baseUrl, clientId: client_id, clientSecret: client_secret });
  });
  afterAll(() => service.stop());

  it('every event of the interface can be triggered, although no banking day passes by itself', async () => {
    const names = Object.keys(SCENARIOS);
    const triggered: Awaited<ReturnType<typeof trigger>>[] = [];
    // One after the other: the sandbox lets one request at a time advance its clock, and tells others to come again.
    for (const name of names) triggered.push(await trigger(payments, name));
    expect(new Set(triggered.map(({ event_type }) => event_type))).toEqual(new Set(eventTypes));
    for (const [index, { event_id, event_type, resource_id, status }] of triggered.entries()) {
      const event = await payments.events.get(event_id);
      const [resource] = Object.values(event.event_data) as {
        id?: string;
        originator?: string;
        status?: string;
        verification_status?: string;
      }[];
      expect({ event_type, resource_id, status }).toEqual({
        event_type: event.event_type,
        resource_id: resource!.id ?? resource!.originator,
        status: resource!.status ?? resource!.verification_status ?? '',
      });
      const name = names[index]!;
      if (/_(pending|completed|settled|failed|verified|rejected|closed)$/.test(name)) {
        expect(name.endsWith(`_${status}`) || name === 'transfer_rejected').toBe(true);
      }
    }
  });

  it('prints and forwards genuine events, and deletes its configuration', async () => {
    const target = new WebhookReceiver();
    await target.listen();
    target.answer = () => 503;
    const reported: { ready?: string; received: [PaymentsEvent, boolean][]; forwarded: Forwarded[] } = {
      received: [],
      forwarded: [],
    };
    let secret = '';
    let stop = () => {};
    const stopped = new Promise<void>((resolve) => (stop = resolve));
    const listening = listen(
      {
        payments,
        eventTypes: ['person_all'],
        forwardTo: new URL(target.url),
        output: {
          ready: (id, itsSecret) => ((reported.ready = id), (secret = itsSecret)),
          received: (...event) => reported.received.push(event),
          forwarded: (_, response) => reported.forwarded.push(response),
        },
      },
      stopped,
    );
    const id = await eventually('it is ready', () => Promise.resolve(reported.ready));
    const { url } = await payments.webhooks.get(id);
    await fetch(url, { method: 'POST', body: '{"event_type":"person_verified","event_data":{}}' });
    const { event_id, resource_id } = await trigger(payments, 'person_verified');
    await eventually('it is forwarded', () => Promise.resolve(reported.forwarded.length === 2));
    stop();
    await listening;

    expect(reported.received.filter(([, genuine]) => !genuine).map(([{ event_id: forged }]) => forged)).toEqual([
      undefined,
    ]);
    const genuine = reported.received.filter(([, isGenuine]) => isGenuine).map(([event]) => event);
    expect(genuine.map(({ event_type }) => event_type).sort()).toEqual(['person_created', 'person_verified']);
    expect(reported.forwarded.map(({ status }) => status)).toEqual([503, 503]);
    const forwarded = target.received.find(({ event }) => event.event_id === event_id);
    expect(verifyWebhook(forwarded!.body, forwarded!.headers, secret)).toMatchObject({
      event_data: { person: { id: resource_id, status: 'verified' } },
    });
    await expect(payments.webhooks.get(id)).rejects.toMatchObject({ error_code: 'unknown_id' });
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    await target.close();
  });
});
