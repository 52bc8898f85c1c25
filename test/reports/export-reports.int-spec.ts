import { parseCsv } from '@payments/kernel';
import type { ApiClient } from '../support/api-client.js';
import { aPayout, untilStatus } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { PortalUser } from '../support/portal-user.js';
import { rowsOf, untilCompleted } from '../support/reports.js';
import type { Report } from '../support/reports.js';
import { advance, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

type Body = Record<string, unknown>;

const RESOURCES = ['transfers', 'ledger_entries', 'events', 'customers', 'accounts'] as const;
const TABLES = {
  transfers: 'transfers.transfers',
  ledger_entries: 'ledger.entries',
  events: 'platform.events',
  customers: 'customers.businesses',
  accounts: 'accounts.external_accounts',
} as const;

describe('exports', () => {
  let service: TestService;
  let client: ApiClient;
  let party: Party;
  let user: PortalUser;
  let period: { readonly start_time: string; readonly end_time: string };

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    await service.startWorker();
    client = await service.client();
    user = await PortalUser.login(service.api, client.credentials.user);
    party = await verifiedParty(client);
    await client.post('/sandbox/balance/credit', { amount: 500_000 });
    for (const amount of [1_001, 3_000]) {
      const { body } = await client.post(
        '/deliver/transfers',
        aPayout(party, { amount, speed: 'standard', metadata: { note: '=1+1' } }),
      );
      const { id } = body['transfer'] as { readonly id: string };
      await advance(client, 10);
      await untilStatus(client, id, 'completed', 'settled');
    }
    const now = Date.now();
    period = { start_time: new Date(now - 86_400_000).toISOString(), end_time: new Date(now).toISOString() };
  });
  afterAll(() => service.stop());

  /** As if the minute after the period was over. */
  async function atOnce(id: string): Promise<void> {
    await service.database.query('UPDATE platform.tasks SET run_at = now() WHERE subject_id = $1', [id]);
    await service.database.query('NOTIFY payments_wake');
  }

  async function exported(body: Body, by: Pick<ApiClient, 'post'> = client): Promise<Report> {
    const created = await by.post('/deliver/reports/exports', { ...period, ...body });
    expect([created.status, created.text]).toEqual([200, created.text]);
    const { id } = created.body['report'] as Report;
    await atOnce(id);
    return untilCompleted(client, id);
  }

  const asUser = (method: 'GET' | 'POST', url: string, payload?: Body) =>
    client.send(method, url, {
      ...(payload && { payload }),
      headers: { authorization: `Bearer ${user.token}`, 'x-api-key': client.credentials.api_key },
    });

  const objectsOf = async ({ id }: Report, by: ApiClient = client) => {
    const { text } = await by.get(`/deliver/reports/${id}/download`);
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Body);
  };

  it.each(RESOURCES)('of %s have every row once, in both formats', async (resource) => {
    const [csv, ndjson] = [await exported({ resource, format: 'csv' }), await exported({ resource, format: 'ndjson' })];
    const [rows, objects] = [await rowsOf(client, csv), await objectsOf(ndjson)];
    const stored = await service.database.query<{ id: string }>(
      `SELECT id FROM ${TABLES[resource]} WHERE enterprise_id = $1 AND created_at >= $2 AND created_at < $3 ORDER BY id`,
      [client.credentials.enterprise_id, period.start_time, period.end_time],
    );
    expect(stored.length).toBeGreaterThan(0);
    expect(rows.map(({ id }) => id).sort()).toEqual(stored.map(({ id }) => id));
    expect(objects.map(({ id }) => id).sort()).toEqual(stored.map(({ id }) => id));
    expect([csv['rows'], ndjson['rows']]).toEqual([stored.length, stored.length]);
    const texts = (value: unknown) =>
      value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
    expect(rows).toEqual(
      objects.map((object) => Object.fromEntries(Object.keys(rows[0]!).map((name) => [name, texts(object[name])]))),
    );
  });

  it('have no number of an account, no tax id and no contact', async () => {
    const { account_number } = (await client.get('/deliver/external/accounts')).body['external_accounts'] as never;
    expect(account_number).toBeUndefined();
    const secrets = await service.database.query<{ contacts: string }>(
      'SELECT contacts::text FROM customers.businesses WHERE enterprise_id = $1',
      [client.credentials.enterprise_id],
    );
    expect(secrets).toHaveLength(1);
    for (const resource of RESOURCES) {
      const { id } = await exported({ resource, format: 'ndjson' });
      const { text } = await client.get(`/deliver/reports/${id}/download`);
      expect(text.match(/"(tax_id|social_security_number|date_of_birth|email)":/g)).toBeNull();
      for (const [number = ''] of text.matchAll(/"account_number":"[^"]*"/g)) expect(number).toMatch(/"\*+\d{4}"/);
    }
  });

  it('take filters that the resource has', async () => {
    const of = async (filters: Body, resource = 'transfers') =>
      (await objectsOf(await exported({ resource, format: 'ndjson', filters }))).length;
    expect(await of({ status: ['completed'] })).toBe(2);
    expect(await of({ status: ['failed'] })).toBe(0);
    expect(await of({ customer_reference_id: [party.customer_reference_id] }, 'accounts')).toBe(1);
    expect(await of({ type: ['transfer_created'] }, 'events')).toBe(2);
    for (const filters of [{ type: ['x'] }, { status: [] }, { status: 'failed' }]) {
      const refused = await client.post('/deliver/reports/exports', {
        ...{ ...period, resource: 'transfers', format: 'csv', filters },
      });
      expect([refused.status, refused.body['error_code']]).toEqual([400, 'invalid_filters']);
    }
  });

  it.each([
    ['transfers', { type: ['x'] }, 'filters of transfers can be status, subledger_reference_id'],
    ['events', { status: ['failed'] }, 'filters of events can be type'],
    ['ledger_entries', { status: ['failed'] }, 'filters must be omitted: ledger_entries have none'],
  ])('say which filters %s have', async (resource, filters, message) => {
    const { body } = await client.post('/deliver/reports/exports', { ...period, resource, format: 'csv', filters });
    expect(body).toMatchObject({ message, details: { errors: [{ field: 'filters', message }] } });
  });

  it('name the group that a transfer has joined', async () => {
    const { body } = await client.post('/deliver/transfer-groups', { transfer_group_reference_id: 'payroll' });
    const { id: transfer_group_id } = body['transfer_group'] as { readonly id: string };
    const transfer = aPayout(party, { amount: 1, speed: 'standard', transfer_group_id });
    const grouped = ((await client.post('/deliver/transfers', transfer)).body['transfer'] as { readonly id: string })
      .id;
    const end_time = new Date().toISOString();
    const [csv, ndjson] = [
      await exported({ resource: 'transfers', format: 'csv', end_time }),
      await exported({ resource: 'transfers', format: 'ndjson', end_time }),
    ];
    for (const rows of [await rowsOf(client, csv), await objectsOf(ndjson)] as Body[][]) {
      const joined = rows.filter((row) => (row['transfer_group_id'] ?? '') !== '');
      expect(joined).toEqual([expect.objectContaining({ id: grouped, transfer_group_id })]);
    }
  });

  it('write metadata that looks like a formula as text', async () => {
    const { id } = await exported({ resource: 'transfers', format: 'csv' });
    const { text } = await client.get(`/deliver/reports/${id}/download`);
    const cells = [...parseCsv(text)].flatMap((row) => row.cells);
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    expect(text).toContain('=1+1');
  });

  it('of the audit log are for users who may read it', async () => {
    const body = { ...period, resource: 'audit', format: 'ndjson' };
    const refused = await client.post('/deliver/reports/exports', body);
    expect([refused.status, refused.body['error_code']]).toEqual([403, 'forbidden']);
    const report = await exported(body, { post: (url, payload) => asUser('POST', url, payload as Body) });
    expect((await client.get(`/deliver/reports/${report.id}/download`)).status).toBe(403);
    const { status, text } = await asUser('GET', `/deliver/reports/${report.id}/download`);
    expect(status).toBe(200);
    expect(text).toContain('"action":');
  });

  it('of another enterprise have its rows alone', async () => {
    const other = await service.client();
    for (const resource of RESOURCES) {
      const created = await other.post('/deliver/reports/exports', { ...period, resource, format: 'ndjson' });
      const { id } = created.body['report'] as Report;
      await atOnce(id);
      expect((await untilCompleted(other, id))['rows']).toBe(0);
    }
  });

  it('wait a minute, so that what is committed late is in them', async () => {
    const created = await client.post('/deliver/reports/exports', { ...period, resource: 'events', format: 'csv' });
    const { id } = created.body['report'] as Report;
    const [task] = await service.database.query<{ run_at: Date }>(
      'SELECT run_at FROM platform.tasks WHERE subject_id = $1',
      [id],
    );
    expect(task!.run_at).toEqual(new Date(Date.parse(period.end_time) + 60_000));
    await client.send('DELETE', `/deliver/reports/${id}`);
  });
});
