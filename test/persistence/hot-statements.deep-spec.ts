import { newId } from '@payments/kernel';
import { eventually } from '@payments/testing';
import { Client } from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { multiplyRows } from '../support/multiply-rows.js';
import { aDirectDebit, aPayout, untilStatus } from '../support/parties.js';
import { PortalUser } from '../support/portal-user.js';
import { WebhookReceiver } from '../support/receiver.js';
import { indexesOf, readWhole, recordStatements, rowsRead } from '../support/recorded-statements.js';
import type { Recording } from '../support/recorded-statements.js';
import { verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards(
  'migrations',
  'apps/api/src',
  'apps/worker/src',
  'libs/persistence/src',
  'libs/accounts/src',
  'libs/customers/src',
  'libs/ledger/src',
  'libs/messaging/src',
  'libs/rails/src',
  'libs/transfers/src',
  'libs/webhooks/src',
);

const EACH = 125_000;
/** Enough transfers to fill some pages before any of them changes. */
const WAITING = 60;
const GROWING = [
  'customers.businesses',
  'ledger.entries',
  'platform.events',
  'portal.refused_requests',
  'transfers.legs',
  'transfers.processor_results',
  'transfers.status_history',
  'transfers.transfers',
  'webhooks.attempts',
  'webhooks.deliveries',
];
/** What belongs to its payouts. */
const GROWN = [
  'ledger.entries',
  'platform.events',
  'transfers.legs',
  'transfers.processor_results',
  'transfers.status_history',
  'transfers.transfers',
  'webhooks.attempts',
  'webhooks.deliveries',
];
/** What an enterprise has stored since statistics were collected: about as much as autovacuum lets gather in a table of EACH rows. */
const SINCE = 2_000;
const FEW = 500;
const BOUNDED: Readonly<Record<string, string>> = {
  ach_banks_pkey: 'is asked only whether the table has a row',
  events_unpublished: 'holds what waits at the moment, which no amount of finished work makes longer',
  participation_pkey: 'is asked only whether the table has a row',
};

describe('the statements of transfers, webhooks, reads, verifications and the portal', () => {
  let service: TestService;
  let client: ApiClient;
  let planner: Client;
  let recording: Recording;
  const receiver = new WebhookReceiver();

  // What is recorded was planned, if at all, with the statistics of an empty database.
  beforeAll(async () => {
    service = await startTestService();
    await service.database.query('ANALYZE');
    client = await service.client();
    await receiver.listen();
    await client.post('/webhooks/configurations', { event_types: ['subscribe_all'], url: receiver.url, enabled: true });
    planner = new Client({ connectionString: service.database.appUrl });
    await planner.connect();
    recording = recordStatements();
    await service.startWorker();
    await play();
  });
  afterAll(async () => {
    recording.stop();
    await planner.end();
    await receiver.close();
    await service.stop();
  });

  async function play(): Promise<void> {
    const party = await verifiedParty(client);
    const waiting = Array.from({ length: WAITING }, () => aPayout(party, { speed: 'standard' }));
    await Promise.all(waiting.map((body) => client.post('/deliver/transfers', body)));
    const bodies = [aPayout(party, { speed: 'asap' }), aPayout(party), aDirectDebit(party)];
    for (const body of bodies) {
      const { id } = (await client.post('/deliver/transfers', body)).body['transfer'] as { id: string };
      await untilStatus(client, id, 'completed');
      await client.get(`/deliver/transfers/${id}/history`);
    }
    const lists = ['transfers', 'persons', 'businesses', 'external/accounts', 'balance', 'ledger/entries'];
    for (const list of lists) await client.get(`/deliver/${list}`);
    await lookAtPortal();
    const events = (await client.get('/webhooks/events?size=1')).body['events'] as [{ event_id: string }];
    expect((await client.get(`/webhooks/events/${events[0].event_id}/deliveries`)).status).toBe(200);
    const holder = { account_holder_name: 'Jane Doe', account_number: '123456789', routing_number: '021000021' };
    expect((await client.post('/verify/accounts', holder)).status).toBe(200);
    await eventually('webhooks', () => Promise.resolve(receiver.received.length >= 3 * bodies.length));
  }

  async function lookAtPortal(): Promise<void> {
    const user = await PortalUser.login(service.api, client.credentials.user);
    const view = await user.post('/portal/views', { page: 'transfers', name: 'v', query: '', shared: true });
    const { id: viewId } = view.body['view'] as { id: string };
    await user.send('DELETE', `/portal/views/${viewId}`);
    for (const path of [
      ...['views', 'requests', 'health', 'reconciliation', 'batches', `batches/${await aBatch(user)}`],
      'overview?step=hour',
      'attention',
      `search?q=${newId()}`,
      'search?q=northwind',
      'search?q=%24125.00',
    ]) {
      expect((await user.get(`/portal/${path}`)).status).toBe(200);
    }
  }

  async function aBatch(user: PortalUser): Promise<string> {
    return ((await user.get('/portal/batches?size=1')).body['batches'] as [{ id: string }])[0].id;
  }

  async function unbounded(): Promise<Record<string, readonly string[]>> {
    const found: Record<string, readonly string[]> = {};
    for (const [name, statement] of recording.statements) {
      if (statement.opening.includes('payments_maintenance')) continue;
      const whole = (await readWhole(planner, statement)).filter((read) => !(read in BOUNDED));
      if (whole.length > 0) found[name] = whole;
    }
    return found;
  }

  it('read no table from end to end, however small it was when they were planned', async () => {
    expect([...recording.statements.keys()]).toEqual(
      expect.arrayContaining([
        'insert-transfer-destination',
        'claim-tasks',
        'publish-events',
        'record-attempts',
        'report-results',
        'count-transfers',
        'transfer-figures',
        'list-batches',
        'list-batch-legs',
        'list-event-deliveries',
        'enterprise-health',
        'open-breaks',
        'list-views',
        'list-refused-requests',
        'attention-0-1-2-3-4-5-6-7-8',
        'count-verify-usage',
        'search-text-0-1-2-3-4-5-6-7-8',
      ]),
    );
    expect(await unbounded()).toEqual({});
  });

  it('count what was asked about an account by its number, not by the time, of which all others have as much', async () => {
    const indexes = await indexesOf(planner, recording.statements.get('count-verify-usage')!);
    expect([...indexes].sort()).toEqual(['accounts_numbers', 'accounts_numbers', 'probes_account']);
  });

  it.each([
    ['transfers.transfers', 'of the one before, without an index', 'n_tup_upd - n_tup_hot_upd'],
    ['platform.events', 'of the one before', 'n_tup_newpage_upd'],
    ['webhooks.deliveries', 'of the one before', 'n_tup_newpage_upd'],
  ])('write new versions in %s on the page %s', async (table, _, elsewhere) => {
    const shares: number[] = [];
    let before = { all: 0, elsewhere: 0 };
    // A snapshot that a busy machine holds for long keeps old versions, which fill their pages: another round tells.
    do {
      if (shares.length > 0) await play();
      const { all, elsewhere: moved } = before;
      before = await eventually('counted updates', async () => {
        const [row] = await service.database.query<typeof before>(
          `SELECT n_tup_upd::int AS all, (${elsewhere})::int AS elsewhere FROM pg_stat_user_tables
           WHERE relid = $1::regclass`,
          [table],
        );
        return row!.all > all + WAITING && row!;
      });
      shares.push((before.elsewhere - moved) / (before.all - all));
    } while (shares.at(-1)! >= 0.1 && shares.length < 3);
    expect(Math.min(...shares)).toBeLessThan(0.1);
  });

  // Without statistics the planner expects an enterprise to have a two-hundredth of a table.
  it('read few rows of an enterprise that has grown in tables without statistics', async () => {
    const enterpriseId = await grownEnterprise();
    expect(await manyRowsOf(enterpriseId)).toEqual([]);
    const legs = await service.database.query<{ id: string }>(
      'SELECT id FROM transfers.legs WHERE enterprise_id = $1 LIMIT 50',
      [enterpriseId],
    );
    // What was recorded locked one or two; the worker locks a batch.
    const values = [enterpriseId, '{}', `{${legs.map(({ id }) => id).join()}}`];
    expect(await rowsRead(planner, { ...recording.statements.get('lock-transfers')!, values })).toBeLessThan(FEW);
  });

  it('read no table from end to end among a million rows', async () => {
    await multiplyRows(service.database.adminUrl, { tables: GROWING, rows: EACH });
    expect(await unbounded()).toEqual({});
  });

  // Indexes that begin with the enterprise look equally good for one that the statistics do not know.
  it('read few rows of an enterprise that has grown since statistics were collected', async () => {
    const enterpriseId = await grownEnterprise();
    expect(await manyRowsOf(enterpriseId)).toEqual([]);
    const [due] = await service.database.query<{ configuration_id: string }>(
      `UPDATE webhooks.deliveries SET status = 'pending', next_attempt_at = now() WHERE enterprise_id = $1 AND id IN
         (SELECT id FROM webhooks.deliveries WHERE enterprise_id = $1 LIMIT 10) RETURNING configuration_id`,
      [enterpriseId],
    );
    const values = [enterpriseId, due!.configuration_id, '{}', '100'];
    const findDue = recording.statements.get('find-due-deliveries')!;
    expect(await rowsRead(planner, { ...findDue, values })).toBeLessThan(FEW);
  });

  // The plan for all values is made for the average enterprise.
  it('read few rows of a large enterprise among many that have hardly any', async () => {
    await multiplyRows(service.database.adminUrl, { tables: GROWN, rows: EACH, apart: true });
    expect(await manyRowsOf(await grownEnterprise())).toEqual([]);
  });

  /** An enterprise that has sent a payout and received its webhooks, and then thousands of rows of which there are no statistics. */
  async function grownEnterprise(): Promise<string> {
    const another = await service.client();
    const { enterprise_id: enterpriseId } = another.credentials;
    const endpoint = { event_types: ['subscribe_all'], url: receiver.url, enabled: true };
    await another.post('/webhooks/configurations', endpoint);
    const payout = aPayout(await verifiedParty(another), { speed: 'asap' });
    const { id } = (await another.post('/deliver/transfers', payout)).body['transfer'] as { id: string };
    await untilStatus(another, id, 'completed');
    await eventually('its webhooks', async () => {
      const [row] = await service.database.query<{ open: boolean }>(
        `SELECT EXISTS (SELECT FROM platform.events WHERE enterprise_id = $1 AND position IS NULL)
           OR EXISTS (SELECT FROM webhooks.deliveries WHERE enterprise_id = $1 AND status = 'pending') AS open`,
        [enterpriseId],
      );
      return !row!.open;
    });
    for (const table of GROWN) await service.database.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    const grown = { tables: GROWN, rows: SINCE, enterpriseId, keep: ['configuration_id'], analyze: false };
    await multiplyRows(service.database.adminUrl, grown);
    return enterpriseId;
  }

  async function manyRowsOf(enterpriseId: string): Promise<[string, number][]> {
    const read = await rowsReadOf(enterpriseId);
    const names = ['claim-tasks', 'lock-transfers', 'publish-events', 'insert-deliveries'];
    expect(Object.keys(read)).toEqual(expect.arrayContaining(names));
    return Object.entries(read).filter(([, rows]) => rows > FEW);
  }

  async function rowsReadOf(enterpriseId: string): Promise<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const [name, statement] of recording.statements) {
      if (!statement.opening.includes(enterpriseId)) continue;
      try {
        found[name] = await rowsRead(planner, statement);
      } catch (error) {
        // What was inserted cannot be inserted once more.
        if (!/^duplicate key|was not inserted/.test((error as Error).message)) throw error;
      }
    }
    return found;
  }
});
