import { responseInfo, PaymentsClient, PaymentsConnectionError, PaymentsError, verifyWebhook } from '@payments/client';
import type { NewPerson, NewTransfer, PaymentsClientOptions, PendingChange } from '@payments/client';
import type { EnterpriseCredentials } from '@payments/auth';
import { aBusiness, anAccount, eventually } from '@payments/testing';
import { userWithPassword } from '../support/chosen-password.js';
import { CuttingProxy } from '../support/cutting-proxy.js';
import { aPayout } from '../support/parties.js';
import { WebhookReceiver } from '../support/receiver.js';
import type { ReceivedWebhook } from '../support/receiver.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const TOKEN = /^POST \/oauth\/token/;

let persons = 0;
const aPerson = (): NewPerson => ({
  customer_reference_id: `person-${++persons}`,
  first_name: 'Ada',
  last_name: 'Lovelace',
  date_of_birth: '1990-02-28',
  addresses: [{ type: 'home', address1: '1 Main Street', city: 'Austin', state: 'TX', country: 'US', zip5: '78701' }],
});

describe('the client library, with the service over the network', () => {
  let service: TestService;
  let proxy: CuttingProxy;
  let baseUrl: string;
  let credentials: EnterpriseCredentials;
  let payments: PaymentsClient;
  const clientWith = (options: Partial<PaymentsClientOptions> = {}) =>
    new PaymentsClient({
      baseUrl,
      clientId: credentials.client_id,
      clientSecret: credentials.client_secret,
      ...options,
    });

  beforeAll(async () => {
    service = await startTestService({ RATE_LIMIT_ADDRESS: '10000' });
    await service.api.listen(0, '127.0.0.1');
    proxy = new CuttingProxy(await service.api.getUrl());
    baseUrl = await proxy.listen();
  });
  beforeEach(async () => {
    credentials = await service.createEnterprise();
    payments = clientWith();
    proxy.passed.length = 0;
  });
  afterAll(async () => {
    await proxy.close();
    await service.stop();
  });

  async function aParty() {
    const business = await payments.businesses.create(aBusiness() as never);
    const { customer_reference_id } = business;
    const { account_reference_id } = await payments.accounts.create(anAccount({ customer_reference_id }) as never);
    return { customer_reference_id, account_reference_id };
  }

  describe('its token', () => {
    it('is one for 50 calls at once', async () => {
      await Promise.all(Array.from({ length: 50 }, () => payments.ledger.balance()));
      expect(proxy.count(TOKEN)).toBe(1);
      // More where a busy machine returns 503 and the client retries.
      expect(proxy.count(/^GET \/deliver\/balance/)).toBeGreaterThanOrEqual(50);
    });

    it('is renewed before it expires, once for many calls, and serves until then', async () => {
      let now = Date.now();
      const clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
      try {
        await payments.ledger.balance();
        now += 3_500_000;
        await payments.ledger.balance();
        expect(proxy.count(TOKEN)).toBe(1);
        now += 45_000;
        await Promise.all([1, 2, 3, 4, 5].map(() => payments.ledger.balance()));
        expect(proxy.count(TOKEN)).toBe(2);
      } finally {
        clock.mockRestore();
      }
    });

    it('is replaced once where the service refuses it', async () => {
      let spoilt = 0;
      const fetch: typeof globalThis.fetch = (url, init) => {
        const headers = { ...(init?.headers as Record<string, string>) };
        if (headers['Authorization'] && spoilt++ === 0) headers['Authorization'] += 'x';
        return globalThis.fetch(url, { ...init, headers });
      };
      await clientWith({ fetch }).ledger.balance();
      expect(proxy.count(TOKEN)).toBe(2);
      expect(proxy.count(/balance/)).toBe(2);
    });

    it('is not asked for again and again with wrong credentials', async () => {
      const wrong = clientWith({ clientSecret: 'wrong' });
      await expect(wrong.ledger.balance()).rejects.toMatchObject({ error_code: 'unauthorized', status: 401 });
      expect(proxy.passed).toHaveLength(1);
    });

    it('is refreshed for a portal user, whose client reads the portal', async () => {
      const { name, password } = credentials.user;
      const portal = new PaymentsClient({ baseUrl, user: { name, password } });
      expect(await portal.portal.clients()).toHaveLength(1);
      const clock = jest.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() + 4e6);
      try {
        expect((await portal.portal.settings()).require_api_key).toBe(false);
      } finally {
        clock.mockRestore();
      }
      expect(proxy.passed.filter((request) => !request.includes('portal'))).toEqual([
        'POST /authenticate',
        'POST /refresh',
      ]);
    });
  });

  it('gives the password of a portal user again where it has been too long ago', async () => {
    const { name, password } = credentials.user;
    const portal = new PaymentsClient({ baseUrl, user: { name, password } });
    await portal.portal.clients();
    await service.database.query(
      `UPDATE auth.refresh_families SET authenticated_at = now() - interval '6 minutes' WHERE user_name = $1`,
      [name],
    );
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() + 4e6);
    try {
      await portal.portal.createUser({ name: `reader@${credentials.enterprise_id}`, role: 'read_only' });
    } finally {
      clock.mockRestore();
    }
    expect(proxy.passed.slice(2)).toEqual([
      'POST /refresh',
      'POST /portal/users',
      'POST /authenticate',
      'POST /portal/users',
    ]);
  });

  describe('its repetitions', () => {
    it('create one transfer when its response is lost twice', async () => {
      const party = await aParty();
      proxy.cut = { pattern: /^POST \/deliver\/transfers/, times: 2 };
      const transfer = await payments.transfers.create(aPayout(party) as unknown as NewTransfer);
      expect(responseInfo(transfer)).toMatchObject({ status: 200, replayed: true });
      expect(proxy.count(/^POST \/deliver\/transfers/)).toBe(3);
      expect((await payments.transfers.list().toArray()).map(({ id }) => id)).toEqual([transfer.id]);
    });

    it('do not happen when disabled, and the error reports an unknown outcome', async () => {
      proxy.cut = { pattern: /^POST \/deliver\/persons/, times: 1 };
      const once = clientWith({ retries: 0 });
      await expect(once.persons.create(aPerson())).rejects.toThrow(PaymentsConnectionError);
      expect(proxy.count(/^POST \/deliver\/persons/)).toBe(1);
    });

    it('are of no use to a request that takes too long each time', async () => {
      const fetch: typeof globalThis.fetch = (url, init) =>
        (url as URL).pathname === '/oauth/token'
          ? // The log-in may take its time.
            globalThis.fetch(url, { ...init, signal: null })
          : new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))));
      const hasty = clientWith({ fetch, timeout_ms: 30, retries: 1 });
      await expect(hasty.ledger.balance()).rejects.toThrow('GET /deliver/balance took longer than 30 ms');
    });
  });

  describe('its lists', () => {
    it('walk through 250 rows, from the first, from a place, and page by page', async () => {
      await Promise.all(Array.from({ length: 250 }, () => payments.persons.create(aPerson())));
      proxy.passed.length = 0;
      const ids = new Set<string>();
      for await (const { id } of payments.persons.list()) ids.add(id);
      expect(ids.size).toBe(250);
      expect(proxy.count(/^GET \/deliver\/persons/)).toBe(3);

      const all = [...ids];
      const ofIndex = await payments.persons.list({ index: 40, size: 90, status: ['created', 'verified'] }).toArray();
      expect(ofIndex.map(({ id }) => id)).toEqual(all.slice(40));
      const sizes: number[] = [];
      for await (const page of payments.persons.list({ after: all[99]!, size: 60 }).pages()) sizes.push(page.length);
      expect(sizes).toEqual([60, 60, 30]);
      expect(await payments.persons.list({ size: 7 }).firstPage()).toHaveLength(7);

      // Leaving the loop early reads no further page.
      proxy.passed.length = 0;
      for await (const person of payments.persons.list({ size: 10 })) if (person.id === all[3]) break;
      expect(proxy.passed).toHaveLength(1);
    });
  });

  describe('its changes of controls', () => {
    const aLimit = { name: 'Daily', per: 'enterprise', direction: 'out', window: 'day', max_amount: 500 } as const;
    let first: PaymentsClient;
    let second: PaymentsClient;

    beforeEach(async () => {
      const { user, api_key, enterprise_id } = credentials;
      const userOf = (name: string, password: string) =>
        new PaymentsClient({ baseUrl, apiKey: api_key, user: { name, password } });
      first = userOf(user.name, user.password);
      const { name, password } = await userWithPassword(first, { name: `second@${enterprise_id}`, role: 'admin' });
      second = userOf(name, password);
    });
    const approve = async (approval?: PendingChange) => {
      if (approval === undefined) throw new Error('no approval');
      const { digest, subject_type } = await second.approvals.get(approval.id);
      expect([approval.status, subject_type]).toEqual(['pending', 'setting_change']);
      await second.approvals.approve(approval.id, { digest });
    };

    it('tell the approval that another administrator must give, and nothing of one without dual control', async () => {
      const free = await first.limits.create({ ...aLimit, action: 'refuse', enabled: true });
      expect(free).not.toHaveProperty('approval');
      expect((await first.portal.updateSettings({ dual_control: true })).approval).toBeUndefined();

      const replaced = await first.limits.replace(free.id, {
        ...aLimit,
        name: 'Less',
        action: 'refuse',
        enabled: true,
      });
      expect(responseInfo(replaced)).toMatchObject({ status: 200, requestId: expect.any(String) });
      // What is in force.
      expect(replaced).toMatchObject({ id: free.id, name: 'Daily' });
      await approve(replaced.approval);
      expect(await first.limits.get(free.id)).toMatchObject({ name: 'Less' });

      const { approval, ...policy } = await first.policies.create({
        ...{ name: 'Payouts', applies_to: ['transfer'], required: 1, enabled: true },
        ...{ conditions: [{ field: 'amount', operator: 'gte', value: 1 }], approvers: { roles: ['admin'] } },
      });
      expect(await first.policies.list()).toEqual([]);
      await approve(approval);
      expect(await first.policies.list()).toMatchObject([{ id: policy.id, name: 'Payouts' }]);

      const { user, approval: ofUser } = await first.portal.createUser({
        ...{ name: `third@${credentials.enterprise_id}`, role: 'read_only' },
      });
      await approve(ofUser);
      await approve((await first.portal.updateUser(user.name, { role: 'payment_approver' })).approval);
      await first.portal.disableUser(user.name);
      await approve((await first.portal.enableUser(user.name)).approval);

      const off = await first.portal.updateSettings({ dual_control: false });
      expect(off).toMatchObject({ dual_control: true });
      await approve(off.approval);
      expect(await first.portal.settings()).toMatchObject({ dual_control: false });
    });
  });

  describe('its errors', () => {
    it('are narrowed by their code, name every field at fault, and carry the request id', async () => {
      const person = aPerson();
      const made = await payments.persons.create(person);
      expect(responseInfo(made)).toEqual({
        status: 200,
        replayed: false,
        requestId: expect.stringMatching(/^[\w.-]+$/),
      });
      const again = await payments.persons.create(person).catch((error: unknown) => error);
      expect(PaymentsError.is(again, 'duplicate_customer_reference_id')).toBe(true);
      expect(PaymentsError.is(again, 'unknown_id')).toBe(false);

      const bad = { ...aPerson(), first_name: '1', date_of_birth: 'yesterday' };
      const error = await payments.persons.create(bad).catch((refused: unknown) => refused);
      if (!PaymentsError.is(error, 'invalid_first_name')) throw error;
      expect(error).toMatchObject({ status: 400, requestId: expect.stringMatching(/^[\w.-]+$/) });
      expect(error.details.errors?.map(({ error_code, field }) => [error_code, field])).toEqual([
        ['invalid_first_name', 'first_name'],
        ['invalid_date_of_birth', 'date_of_birth'],
      ]);
    });

    it('distinguish responses of a proxy', async () => {
      const fetch = () => Promise.resolve(new Response('<h1>Bad Gateway</h1>', { status: 502 }));
      await expect(clientWith({ fetch, retries: 0 }).ledger.balance()).rejects.toMatchObject({
        name: 'PaymentsConnectionError',
        status: 502,
      });
    });
  });

  describe('its check of webhooks', () => {
    let receiver: WebhookReceiver;
    let webhook: ReceivedWebhook;
    let secret: string;
    let publicKey: string;
    let id: string;
    let owner: PaymentsClient;

    const received = async () => {
      const before = receiver.received.length;
      await owner.businesses.create(aBusiness() as never);
      return eventually('a webhook', () => Promise.resolve(receiver.received[before]));
    };

    beforeAll(async () => {
      credentials = await service.createEnterprise();
      owner = clientWith();
      receiver = new WebhookReceiver();
      await receiver.listen();
      await service.startWorker();
      publicKey = await owner.webhooks.createKeyPair();
      ({ id } = await owner.webhooks.create({
        event_types: ['business_created'],
        url: receiver.url,
        enabled: true,
      }));
      secret = await owner.webhooks.secret(id);
      webhook = await received();
    });
    afterAll(() => receiver.close());

    it('reads a real delivery by either signature, from a string or bytes, from Node or from fetch', () => {
      const { body, headers } = webhook;
      const event = payments.webhooks.verify(body, headers, secret);
      expect(event).toMatchObject({ event_type: 'business_created', sequence: 1 });
      if (event.event_type !== 'business_created') throw new Error('narrowing failed');
      expect(event.event_data.business.legal_name).toBe('Northwind Trading LLC');
      expect(payments.webhooks.verifyRsa(Buffer.from(body), headers, publicKey)).toEqual(event);
      expect(verifyWebhook(body, new Headers(headers as Record<string, string>), secret)).toEqual(event);
    });

    it.each<[string, (webhook: ReceivedWebhook) => { body?: string; headers?: Record<string, string | undefined> }]>([
      ['a changed body', ({ body }) => ({ body: body.replace('Northwind', 'Southwind') })],
      ['a longer body', ({ body }) => ({ body: `${body} ` })],
      ['another id', () => ({ headers: { 'webhook-id': 'evt_other' } })],
      ['a later time', () => ({ headers: { 'webhook-timestamp': String(Math.floor(Date.now() / 1000) + 60) } })],
      ['a time that is none', () => ({ headers: { 'webhook-timestamp': 'now' } })],
      ['no signature', () => ({ headers: { 'webhook-signature': undefined } })],
      ['an empty signature', () => ({ headers: { 'webhook-signature': '' } })],
      [
        'a signature of another version',
        ({ headers }) => ({
          headers: { 'webhook-signature': String(headers['webhook-signature']).replace('v1,', 'v2,') },
        }),
      ],
      [
        'half a signature',
        ({ headers }) => ({
          headers: { 'webhook-signature': String(headers['webhook-signature']).slice(0, 20) },
        }),
      ],
    ])('refuses %s', (_, tamper) => {
      const { body = webhook.body, headers = {} } = tamper(webhook);
      const check = () => verifyWebhook(body, { ...webhook.headers, ...headers }, secret);
      expect(check).toThrow(expect.objectContaining({ name: 'WebhookVerificationError' }));
    });

    it('refuses another secret, another key, and a body that the RSA signature does not fit', async () => {
      const { body, headers } = webhook;
      const refused = expect.objectContaining({ name: 'WebhookVerificationError' });
      expect(() => verifyWebhook(body, headers, 'whsec_c2VjcmV0')).toThrow(refused);
      expect(() => payments.webhooks.verifyRsa(body.replace('Northwind', 'Southwind'), headers, publicKey)).toThrow(
        refused,
      );
      expect(() => payments.webhooks.verifyRsa('[]', headers, publicKey)).toThrow(refused);
      expect(() => payments.webhooks.verifyRsa(body, { ...headers, signature: 'AAAA' }, publicKey)).toThrow(refused);
    });

    it('refuses what is older than its tolerance', () => {
      const { body, headers } = webhook;
      const later = Date.now() + 301_000;
      const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
      try {
        expect(() => verifyWebhook(body, headers, secret)).toThrow('too far from now');
        expect(() => verifyWebhook(body, headers, { secret, tolerance_s: 600 })).not.toThrow();
      } finally {
        clock.mockRestore();
      }
    });

    it('takes either secret while it is rotated', async () => {
      const next = await owner.webhooks.rotateSecret(id);
      const { body, headers } = await received();
      expect(() => verifyWebhook(body, headers, secret)).not.toThrow();
      expect(() => verifyWebhook(body, headers, next)).not.toThrow();
      expect(() => verifyWebhook(body, headers, { secret: ['whsec_c2VjcmV0', next] })).not.toThrow();
    });
  });
});
