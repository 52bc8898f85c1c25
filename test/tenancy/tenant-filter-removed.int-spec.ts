import { Client } from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { aPayout, registerParty } from '../support/parties.js';
import { PortalUser } from '../support/portal-user.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { itOnOneServer } from '../support/skip-unless.js';

const ifOneServer = itOnOneServer('A statement without its enterprise asks all servers');

type Query = { text: string; name?: string };

/** Sends every statement without the code's tenant filter; returns how many had one. */
function removeTenantFilters(): { readonly count: () => number; readonly restore: () => void } {
  const send = Client.prototype.query as (this: Client, ...sent: unknown[]) => unknown;
  let removed = 0;
  const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...sent: unknown[]) {
    const [query, ...rest] = sent as [string | Query, ...unknown[]];
    if (typeof query === 'string') return send.apply(this, sent) as never;
    const text = query.text.replaceAll(/(\b\w+\.)?"?enterprise_id"? = \$1\b/g, () => '($1::uuid IS NOT NULL)');
    if (text !== query.text) removed += 1;
    const { name, ...unnamed } = query;
    return send.apply(this, [{ ...unnamed, text }, ...rest]) as never;
  });
  return { count: () => removed, restore: () => spy.mockRestore() };
}

describe('row-level security', () => {
  let service: TestService;
  let owner: ApiClient;
  let stranger: ApiClient;
  beforeAll(async () => {
    service = await startTestService();
    owner = await service.client();
    stranger = await service.client();
  });
  afterAll(() => service.stop());

  ifOneServer('keeps another enterprise out even when the code forgets its own filter', async () => {
    const party = await registerParty(owner);
    const made = await owner.post('/deliver/transfers', aPayout(party));
    const { id } = made.body['transfer'] as { id: string };
    const hook = { event_types: ['subscribe_all'], url: 'http://127.0.0.1:9/', enabled: false };
    const configured = await owner.post('/webhooks/configurations', hook);
    const { id: hookId } = configured.body['webhook_configuration'] as { id: string };
    const paths = ['deliver/transfers', 'deliver/businesses', 'deliver/external/accounts', 'webhooks/configurations'];
    const filters = removeTenantFilters();
    try {
      for (const path of [
        `/deliver/transfers/${id}`,
        `/deliver/transfers/${id}/history`,
        `/webhooks/configurations/${hookId}`,
      ]) {
        expect((await owner.get(path)).status).toBe(200);
        expect((await stranger.get(path)).status).toBe(404);
      }
      for (const path of paths) {
        expect(Object.values((await owner.get(`/${path}`)).body)[0]).toHaveLength(1);
        expect(Object.values((await stranger.get(`/${path}`)).body)[0]).toEqual([]);
      }
      const reference = made.body['transfer'] as { transfer_reference_id: string };
      for (const [client, length] of [
        [owner, 1],
        [stranger, 0],
      ] as const) {
        const user = await PortalUser.login(service.api, client.credentials.user);
        const found = await user.get(`/portal/search?q=${reference.transfer_reference_id}`);
        expect(found.body['hits']).toHaveLength(length);
      }
      expect(filters.count()).toBeGreaterThan(10);
    } finally {
      filters.restore();
    }
  });

  it('is all that keeps it out then: with the wall taken down the row shows', async () => {
    const made = await owner.post('/deliver/transfers', aPayout(await registerParty(owner)));
    const path = `/deliver/transfers/${(made.body['transfer'] as { id: string }).id}`;
    const filters = removeTenantFilters();
    try {
      await service.database.query('ALTER TABLE transfers.transfers DISABLE ROW LEVEL SECURITY');
      expect((await stranger.get(path)).status).toBe(200);
    } finally {
      filters.restore();
      await service.database.query('ALTER TABLE transfers.transfers ENABLE ROW LEVEL SECURITY');
    }
    expect((await stranger.get(path)).status).toBe(404);
  });
});
