import { createVerify } from 'node:crypto';
import { aBusiness, eventually } from '@payments/testing';
import { Webhook } from 'standardwebhooks';
import { webhooks } from '../../apps/api/src/description/examples/webhooks.table.js';
import type { ApiClient } from '../support/api-client.js';
import { aPayout, registerParty, untilStatus } from '../support/parties.js';
import { WebhookReceiver } from '../support/receiver.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { itOnOneServer } from '../support/skip-unless.js';

const ifOneServer = itOnOneServer('The delivery and its task have the same time only where one server tells it');

describe('webhooks', () => {
  let service: TestService;
  let client: ApiClient;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    service = await startTestService();
    await service.startWorker();
  });
  beforeEach(async () => {
    client = await service.client();
    receiver = new WebhookReceiver();
    await receiver.listen();
  });
  afterEach(() => receiver.close());
  afterAll(() => service.stop());

  async function configure(overrides: Record<string, unknown> = {}): Promise<string> {
    const body = { event_types: ['subscribe_all'], url: receiver.url, enabled: true, ...overrides };
    const response = await client.post('/webhooks/configurations', body);
    expect(response.status).toBe(200);
    const { id } = response.body['webhook_configuration'] as { id: string };
    await receiver.trust(client, id);
    return id;
  }

  it('report a payout from creation to completion, with valid signatures', async () => {
    const id = await configure();
    const { secret } = (await client.get(`/webhooks/configurations/${id}/secret`)).body as { secret: string };
    const { enterprise_keypair } = (await client.post('/webhooks/secret')).body as {
      enterprise_keypair: { public_key: string };
    };
    const created = await client.post('/deliver/transfers', aPayout(await registerParty(client)));
    await untilStatus(client, (created.body['transfer'] as { id: string }).id, 'completed');
    await eventually(
      'three transfer events',
      async () => receiver.received.filter(({ event }) => 'transfer' in event.event_data).length === 3,
    );
    for (const { headers, body, event } of receiver.received) {
      expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
      const verifier = createVerify('RSA-SHA256').update(body + event.created_at);
      expect(verifier.verify(enterprise_keypair.public_key, String(headers['signature']), 'base64')).toBe(true);
      expect(headers['webhook-id']).toBe(event.event_id);
    }
    const statuses = receiver.received.map(({ event }) => event.event_data['transfer']?.['status']).filter(Boolean);
    expect(statuses.sort()).toEqual(['completed', 'created', 'pending']);
  });

  it('carry the resource as GET returns it, the account number masked', async () => {
    await configure();
    const party = await registerParty(client);
    await eventually('the verified account', async () => receiver.ofType('external_account_verified').length === 1);
    const listed = await client.get(`/deliver/external/accounts`);
    const [account] = listed.body['external_accounts'] as Record<string, unknown>[];
    const [webhook] = receiver.ofType('external_account_verified');
    expect(webhook?.event.event_data['external_account']).toEqual({ ...account, account_number: '*****7890' });
    expect(account).toMatchObject({ ...party, account_number: '1234567890' });
    expect(receiver.received.map(({ body }) => body).join()).not.toMatch(/1234567890|123456789/);
  });

  it('are sent for the selected types only', async () => {
    await configure({ event_types: ['external_account_all', 'business_verified'] });
    await registerParty(client);
    await eventually('both verdicts', async () => receiver.received.length === 3);
    expect(receiver.received.map(({ event }) => event.event_type).sort()).toEqual([
      'business_verified',
      'external_account_created',
      'external_account_verified',
    ]);
  });

  ifOneServer('are retried after an unsuccessful response', async () => {
    await configure({ event_types: ['business_created'] });
    receiver.answer = () => (receiver.received.length === 1 ? 500 : 204);
    await client.post('/deliver/businesses', aBusiness());
    await eventually('the first attempt', async () => receiver.received.length === 1);
    const [due] = await eventually('the postponed task', async () => {
      const rows = await service.database.query<{ wait: number }>(
        `SELECT extract(epoch FROM d.next_attempt_at - a.attempted_at)::float AS wait
         FROM webhooks.deliveries d JOIN webhooks.attempts a ON a.enterprise_id = d.enterprise_id AND a.delivery_id = d.id
         JOIN platform.tasks t ON t.enterprise_id = d.enterprise_id AND t.subject_id = d.configuration_id
           AND t.run_at = d.next_attempt_at
         WHERE d.attempts = 1 AND d.status = 'pending' AND t.lease_token IS NULL AND d.enterprise_id = $1`,
        [client.credentials.enterprise_id],
      );
      return rows.length > 0 && rows;
    });
    expect(due!.wait).toBeGreaterThanOrEqual(4.5);
    // The next wait is 30 s. It begins when the attempt ends, which on a slow machine takes seconds.
    expect(due!.wait).toBeLessThan(27);
    await service.database.query(`UPDATE webhooks.deliveries SET next_attempt_at = now() WHERE status = 'pending'`);
    await service.database.query(`UPDATE platform.tasks SET run_at = now() WHERE queue = 'webhook-deliveries'`);
    await eventually('the second attempt', async () => receiver.received.length === 2);
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
  });

  it('are held while disabled, and sent oldest first once enabled', async () => {
    const id = await configure({ event_types: ['business_created'], enabled: false });
    const names = ['first', 'second', 'third'];
    for (const name of names) await client.post('/deliver/businesses', aBusiness({ legal_name: name }));
    await eventually('three held deliveries', async () => {
      const [row] = await service.database.query<{ n: string }>(
        `SELECT count(*) AS n FROM webhooks.deliveries WHERE configuration_id = $1`,
        [id],
      );
      return row?.n === '3';
    });
    expect(receiver.received).toEqual([]);
    const body = { event_types: ['business_created'], url: receiver.url, enabled: true };
    expect((await client.put(`/webhooks/configurations/${id}`, body)).status).toBe(200);
    await eventually('all three', async () => receiver.received.length === 3);
    const received = receiver.received.map(({ event }) => event.event_data['business']?.['legal_name']);
    expect([...received].sort()).toEqual([...names].sort());
  });

  it('stop after 410, which disables the configuration', async () => {
    const id = await configure({ event_types: ['business_created'] });
    receiver.answer = () => 410;
    await client.post('/deliver/businesses', aBusiness());
    await eventually('the configuration off', async () => {
      const { body } = await client.get(`/webhooks/configurations/${id}`);
      return (body['webhook_configuration'] as { enabled: boolean }).enabled === false;
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('end when their configuration is deleted', async () => {
    const id = await configure();
    const gone = await client.send('DELETE', `/webhooks/configurations/${id}`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await client.get(`/webhooks/configurations/${id}`)).body['error_code']).toBe('unknown_id');
    await client.post('/deliver/businesses', aBusiness());
    await eventually('the event published', async () => {
      const [row] = await service.database.query<{ n: string }>(
        `SELECT count(*) AS n FROM platform.events WHERE position IS NULL`,
      );
      return row?.n === '0';
    });
    expect(receiver.received).toEqual([]);
  });

  it('miss no event whose transaction commits late', async () => {
    await configure({ event_types: ['business_created'] });
    const enterprise = client.credentials.enterprise_id;
    await service.database.query('BEGIN');
    await service.database.query(
      `INSERT INTO platform.events (enterprise_id, id, type, resource_type, resource_id, sequence, data, request_id, created_at)
       VALUES ($1, '00000000-0000-7000-8000-000000000001', 'business_created', 'business', gen_random_uuid(), 1,
         $2, 'late', now())`,
      [enterprise, JSON.stringify((webhooks['business_created'] as { event_data: object }).event_data)],
    );
    await client.post('/deliver/businesses', aBusiness({ legal_name: 'early' }));
    await eventually('the early event', async () => receiver.received.length === 1);
    await service.database.query('COMMIT');
    await eventually('the late event', async () => receiver.received.length === 2);
    const positions = await service.database.query<{ position: string }>(
      `SELECT position FROM platform.events WHERE enterprise_id = $1 AND type = 'business_created' ORDER BY id`,
      [enterprise],
    );
    const [late, early] = positions.map(({ position }) => Number(position));
    expect(late).toBeGreaterThan(early!);
  });

  it('are limited to 20 configurations, even when created concurrently', async () => {
    const body = { event_types: ['subscribe_all'], url: receiver.url, enabled: false };
    const responses = await Promise.all(
      Array.from({ length: 25 }, () => client.post('/webhooks/configurations', body)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = responses.filter(({ status }) => status !== 200).map((response) => response.body['error_code']);
    expect(new Set(refused)).toEqual(new Set(['too_many_webhook_configurations']));
  });
});
