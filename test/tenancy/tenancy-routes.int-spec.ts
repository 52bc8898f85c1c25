import type { EnterpriseCredentials } from '@payments/auth';
import { newId } from '@payments/kernel';
import { aBusiness, anAccount } from '@payments/testing';
import type { ApiClient } from '../support/api-client.js';
import { aPolicy } from '../support/approvers.js';
import { Browser } from '../support/browser.js';
import { aBulk } from '../support/bulk-files.js';
import { storeExampleFiles } from '../support/rails/files-at-bank.js';
import { aPayout, registerParty } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { PortalUser } from '../support/portal-user.js';
import { routesOf } from '../support/routes.js';
import type { Route } from '../support/routes.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

type Body = Record<string, unknown>;

/** The resources that ids in paths name, by where the path begins; with a body that passes the rules of fields. */
interface Resource {
  readonly path: string;
  readonly id: string;
  readonly body?: Body;
}

/** An id in these stands for a word of the service's own, which is the same for everybody. */
const SAME_FOR_ALL = /^\/reference\//;

const LIMIT = {
  ...{ name: 'Daily', per: 'enterprise', direction: 'out', window: 'day', max_amount: 1 },
  ...{ action: 'refuse', enabled: false },
};
const DIGEST = 'A'.repeat(43);
const VIEW = { page: 'transfers', name: 'Failed', query: 'status=failed', shared: true };

describe('every route with an id', () => {
  let service: TestService;
  let owner: ApiClient;
  let stranger: ApiClient;
  let strangersUser: PortalUser;
  let resources: Resource[];

  beforeAll(async () => {
    service = await startTestService();
    owner = await service.client();
    stranger = await service.client();
    strangersUser = await PortalUser.login(service.api, stranger.credentials.user);
    resources = await make();
  });
  afterAll(() => service.stop());

  async function make(): Promise<Resource[]> {
    const idOf = async (path: string, body: Body) => {
      const response = await owner.post(path, body);
      return { path, id: (Object.values(response.body)[0] as { id: string }).id, body };
    };
    const home = { type: 'home', address1: '1 Elm St', city: 'Reno', state: 'NV', country: 'US', zip5: '89501' };
    const person = { customer_reference_id: 'p', first_name: 'Ada', last_name: 'Byron', date_of_birth: '1990-12-10' };
    const party: Party = await registerParty(owner);
    const keys = await service.database.query<{ lookup: string }>(
      'SELECT lookup FROM auth.api_keys WHERE enterprise_id = $1',
      [owner.credentials.enterprise_id],
    );
    const event = await publishedEvent();
    const transfer = await idOf('/deliver/transfers', aPayout(party));
    const verification = { account_number: '123456789', routing_number: '021000021', account_holder_name: 'Ada Byron' };
    const schedule = { schedule_reference_id: 's', start_date: '2030-01-01', recurrence: 'FREQ=DAILY' };
    const order = { destination: party, amount: 100, currency: 'USD', speed: 'standard' };
    const hook = { event_types: ['subscribe_all'], url: 'http://127.0.0.1:9/', enabled: false };
    return [
      await idOf('/deliver/persons', { ...person, addresses: [home] }),
      await idOf('/deliver/businesses', aBusiness()),
      await idOf('/deliver/external/accounts', anAccount({ customer_reference_id: party.customer_reference_id })),
      { ...transfer, body: { metadata: { a: 'b' } } },
      { ...(await idOf('/webhooks/configurations', hook)), body: { ...hook, since: '2026-01-01T00:00:00Z' } },
      await idOf('/deliver/schedules', { ...schedule, ...order }),
      ...(await ofSubledgers(idOf)),
      { ...(await idOf('/deliver/bulk-transfers', aBulk())), body: { parts: 1 } },
      ...(await ofReports(idOf)),
      { ...(await idOf('/verify/accounts', verification)), body: { statement_code: 'K7WQ' } },
      { path: '/sandbox/transfers', id: transfer.id, body: { kind: 'return', code: 'R01' } },
      { path: '/webhooks/events', id: event },
      { path: '/portal/clients', id: owner.credentials.client_id },
      { path: '/portal/api-keys', id: keys[0]!.lookup },
      { path: '/portal/users', id: owner.credentials.user.name, body: { role: 'read_only' } },
      { path: '/portal/policies', id: await policy(), body: aPolicy() },
      { path: '/portal/limits', id: await limit(), body: LIMIT },
      { path: '/deliver/approvals', id: await approval(transfer.id), body: { digest: DIGEST, comment: 'fine' } },
      { path: '/portal/views', id: await savedView(), body: VIEW },
      { path: '/portal/batches', id: await handedOver(transfer.id) },
      { path: '/portal/me/sessions', id: await sessionOf(owner.credentials.user) },
      ...(await ofBankFiles()),
    ];
  }

  async function ofSubledgers(idOf: (path: string, body: Body) => Promise<Resource>): Promise<Resource[]> {
    const { enterprise_name } = owner.credentials;
    const name = { subledger_reference_id: 'wallet', customer_reference_id: enterprise_name };
    const subledger = await idOf('/deliver/subledgers', name);
    const group = await idOf('/deliver/transfer-groups', { transfer_group_reference_id: 'run' });
    const amount = { amount: 100, currency: 'USD', destination: { subledger_reference_id: 'wallet' } };
    const moved = await idOf('/deliver/booktransfers', { book_transfer_reference_id: 'b', ...amount });
    return [group, subledger, { path: '/deliver/balance/subledgers', id: subledger.id }, moved];
  }

  async function ofReports(idOf: (path: string, body: Body) => Promise<Resource>): Promise<Resource[]> {
    const period = { start_time: '2026-01-01T05:00:00Z', end_time: '2026-02-01T05:00:00Z' };
    const recon = await idOf('/deliver/reports/recon', period);
    const statement = await idOf('/deliver/reports/statements', { format: 'bai2', date: '2026-01-31' });
    const rows = await idOf('/deliver/reports/exports', { ...period, resource: 'transfers', format: 'csv' });
    return [recon, ...[recon, statement, rows].map((report) => ({ ...report, path: '/deliver/reports' }))];
  }

  async function ofBankFiles(): Promise<Resource[]> {
    await storeExampleFiles(service.api, owner.credentials.enterprise_id);
    const user = await PortalUser.login(service.api, owner.credentials.user);
    return Promise.all(
      ['files', 'exceptions', 'statements'].map(async (name) => {
        const path = `/portal/rails/${name}`;
        const [first] = (await user.get(path)).body[name] as { id: string }[];
        return { path, id: first!.id, body: { reason: 'The bank asks to wait' } };
      }),
    );
  }

  async function savedView(): Promise<string> {
    const user = await PortalUser.login(service.api, owner.credentials.user);
    return ((await user.post('/portal/views', VIEW)).body['view'] as { id: string }).id;
  }

  async function policy(): Promise<string> {
    const user = await PortalUser.login(service.api, owner.credentials.user);
    await user.post('/portal/users', { name: `ann@${owner.credentials.enterprise_id}`, role: 'payment_approver' });
    return ((await user.post('/portal/policies', aPolicy({ enabled: false }))).body['policy'] as { id: string }).id;
  }

  async function limit(): Promise<string> {
    const user = await PortalUser.login(service.api, owner.credentials.user);
    return ((await user.post('/portal/limits', LIMIT)).body['limit'] as { id: string }).id;
  }

  /** As the worker would demand it. */
  async function approval(transferId: string): Promise<string> {
    const id = newId();
    await service.database.query(
      `INSERT INTO controls.approvals (enterprise_id, id, subject_type, subject_id, subject, digest, status, policies,
         approver_roles, approver_users, expires_at, sequence, created_at, updated_at)
       VALUES ($1, $2, 'transfer', $3, '{}', $4, 'pending', '[]', '{}', '{}', now() + interval '1 day', 1, now(), now())`,
      [owner.credentials.enterprise_id, id, transferId, DIGEST],
    );
    return id;
  }

  /** As the worker would hand it over. */
  async function handedOver(transferId: string): Promise<string> {
    const id = newId();
    await service.database.query(
      `INSERT INTO transfers.legs (enterprise_id, id, transfer_id, side, rail, amount, account_id, account_version,
         end_to_end_id, status, attempt, attempts, batch_id, window_at, version, created_at, updated_at)
       VALUES ($1, $2, $3, 'source', 'ach', 100, $2, 1, 'e', 'submitted', 1, '[]', $2, now(), 1, now(), now())`,
      [owner.credentials.enterprise_id, id, transferId],
    );
    return id;
  }

  async function sessionOf(user: EnterpriseCredentials['user']): Promise<string> {
    const browser = await Browser.logIn(service.api, user);
    const { body } = await browser.call('GET', '/portal/me/sessions');
    return (body['sessions'] as { id: string }[])[0]!.id;
  }

  /** As the worker would publish it. */
  async function publishedEvent(): Promise<string> {
    const [event] = await service.database.query<{ id: string }>(
      `SELECT id FROM platform.events WHERE enterprise_id = $1 ORDER BY id LIMIT 1`,
      [owner.credentials.enterprise_id],
    );
    await service.database.query('UPDATE platform.events SET position = 1 WHERE id = $1', [event!.id]);
    return event!.id;
  }

  const withId = () => routesOf(service.api).filter(({ path }) => path.includes(':') && !SAME_FOR_ALL.test(path));
  const resourceOf = ({ path }: Route) => resources.find((each) => path.startsWith(`${each.path}/`));

  async function ask(route: Route, id: string): Promise<[number, string, string]> {
    const { body } = resourceOf(route)!;
    const ofUser = { authorization: `Bearer ${strangersUser.token}`, 'x-api-key': stranger.credentials.api_key };
    const isOfUser = route.path.startsWith('/portal/') || /^\/deliver\/approvals\/.*\//.test(route.path);
    const headers = isOfUser ? { ...stranger.headers, ...ofUser } : stranger.headers;
    const response = await service.api.inject({
      method: route.method,
      url: route.path.replace(/:\w+/, encodeURIComponent(id)),
      headers: { ...headers, 'x-request-id': 'same' },
      ...(route.method !== 'GET' && body !== undefined && { payload: body }),
    });
    const { date: _date, ratelimit: _left, ...rest } = response.headers;
    return [response.statusCode, response.body, JSON.stringify(rest)];
  }

  it('is of a kind of resource that this suite makes', () => {
    const unknown = withId().filter((route) => resourceOf(route) === undefined);
    expect(unknown.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
    expect(withId().length).toBeGreaterThan(20);
  });

  it('responds to an id of another enterprise as to an unknown id', async () => {
    const reported: unknown[] = [];
    for (const route of withId()) {
      const foreign = await ask(route, resourceOf(route)!.id);
      const missing = await ask(route, newId());
      const isSame = JSON.stringify(foreign) === JSON.stringify(missing);
      // A list below a missing resource is empty or unknown; both hide it, if both are the same.
      const isHidden = foreign[0] === 404 || (route.method === 'GET' && foreign[0] === 200);
      if (!isSame || !isHidden) reported.push([route.method, route.path, foreign, missing]);
    }
    expect(reported).toEqual([]);
  });

  it('leaves what is the owner’s as it was', async () => {
    for (const { path, id } of resources.filter((each) => !/^\/(portal|sandbox)\//.test(each.path))) {
      const response = await owner.get(`${path}/${id}`);
      const shown = Object.values(response.body)[0] as Body;
      expect([path, response.status, shown['closed_at']]).toEqual([path, 200, undefined]);
    }
    const client = await owner.get('/deliver/persons');
    expect(client.status).toBe(200);
  });
});
