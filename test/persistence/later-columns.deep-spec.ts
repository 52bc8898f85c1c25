import { aBusiness, anAccount, aPerson, eventually } from '@payments/testing';
import type { Answer, ApiClient } from '../support/api-client.js';
import { addLaterColumns, keepsLaterColumns, writeLaterColumns } from '../support/later-columns.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('libs/persistence/src', 'migrations');

type Body = Record<string, unknown>;

/** The resources that are changed, by the key of their bodies. */
const PLACES = {
  person: { path: '/deliver/persons', table: 'customers.persons', change: { last_name: 'Roe' } },
  business: { path: '/deliver/businesses', table: 'customers.businesses', change: { legal_name: 'Southwind LLC' } },
  external_account: {
    path: '/deliver/external/accounts',
    table: 'accounts.external_accounts',
    change: { account_number: '9988776655' },
  },
} as const;
type Kind = keyof typeof PLACES;

const KINDS = Object.keys(PLACES) as Kind[];

describe('processes of this release, while the migrations of the next one add columns,', () => {
  let service: TestService;
  let client: ApiClient;
  let owner: string;
  const known = new Map<Kind, string>();

  const okOf = ({ status, text, body }: Answer): Body => {
    expect([status, text]).toEqual([200, text]);
    return body;
  };
  const bodyOf = (kind: Kind): Body => {
    if (kind === 'person') return aPerson();
    return kind === 'business' ? aBusiness() : anAccount({ customer_reference_id: owner });
  };
  const create = async (kind: Kind) =>
    (okOf(await client.post(PLACES[kind].path, bodyOf(kind)))[kind] as { id: string }).id;
  const patch = async (kind: Kind, id: string, payload: Body) =>
    okOf(await client.send('PATCH', `${PLACES[kind].path}/${id}`, { payload }));
  const untilVerified = (kind: Kind, id: string) =>
    eventually(`${kind} verified`, async () => {
      const { body } = await client.get(`${PLACES[kind].path}/${id}`);
      return (body[kind] as { status: string }).status === 'verified';
    });

  // Every statement has run by then, so each is prepared on the connections that go on.
  beforeAll(async () => {
    service = await startTestService();
    await service.startWorker();
    client = await service.client();
    const business = aBusiness();
    owner = String(business['customer_reference_id']);
    okOf(await client.post(PLACES.business.path, business));
    for (const kind of KINDS) {
      const id = await create(kind);
      await untilVerified(kind, id);
      await patch(kind, id, { metadata: { seen: 'before' } });
      known.set(kind, id);
    }
    await addLaterColumns(service.database);
    for (const [kind, id] of known) await writeLaterColumns(service.database, { table: PLACES[kind].table, id });
  });
  afterAll(() => service.stop());

  it.each(KINDS)('change and verify a %s, and leave what the next release wrote', async (kind) => {
    const id = known.get(kind)!;
    await patch(kind, id, PLACES[kind].change);
    await untilVerified(kind, id);
    expect(await keepsLaterColumns(service.database, { table: PLACES[kind].table, id })).toBe(true);
  });

  it.each(KINDS)('create a %s, whose new columns have their defaults', async (kind) => {
    const id = await create(kind);
    await untilVerified(kind, id);
    await patch(kind, id, PLACES[kind].change);
    const rows = await service.database.query(
      `SELECT later_number, later_text FROM ${PLACES[kind].table} WHERE id = $1`,
      [id],
    );
    expect(rows).toEqual([{ later_number: 7, later_text: null }]);
  });

  it.each([...KINDS].reverse())('close a %s, and leave what the next release wrote', async (kind) => {
    const id = known.get(kind)!;
    okOf(await client.send('DELETE', `${PLACES[kind].path}/${id}`));
    expect(await keepsLaterColumns(service.database, { table: PLACES[kind].table, id })).toBe(true);
  });

  it('create verifications of accounts', async () => {
    const holder = { account_holder_name: 'Jane Doe', account_number: '123456789', routing_number: '021000021' };
    const { id } = okOf(await client.post('/verify/accounts', holder))['account'] as { id: string };
    await eventually('it is verified', async () => {
      const { body } = await client.get(`/verify/accounts/${id}`);
      return (body['account'] as Body)['verification_status'] === 'valid';
    });
  });

  it('send webhooks again', async () => {
    const configuration = { event_types: ['subscribe_all'], url: 'http://127.0.0.1:9/', enabled: false };
    const made = okOf(await client.post('/webhooks/configurations', configuration))['webhook_configuration'];
    const path = `/webhooks/configurations/${(made as { id: string }).id}`;
    const started = await client.post(`${path}/recover`, { since: '2020-01-01T00:00:00Z' });
    expect([started.status, started.text]).toEqual([202, started.text]);
    const { id } = started.body['recovery'] as { id: string };
    await eventually('the recovery is completed', async () => {
      const { body } = await client.get(`${path}/recoveries/${id}`);
      return (body['recovery'] as Body)['state'] === 'completed';
    });
  });
});
