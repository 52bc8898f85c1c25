import { eventually } from '@payments/testing';
import { Client } from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { aPolicy, ApprovingUser } from '../support/approvers.js';
import { expectSound } from '../support/ledger-sound.js';
import { aPayout, untilStatus } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const MANY = 40;
const UNANSWERED: { status: number; body: Readonly<Record<string, unknown>> } = { status: 503, body: {} };

describe('approvals, though workers are killed at any moment', () => {
  let service: TestService;
  let client: ApiClient;
  let party: Party;
  let owner: Client;
  let approvers: ApprovingUser[];

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    await Promise.all([service.startWorker(), service.startWorker()]);
    owner = new Client({ connectionString: service.database.adminUrl });
    await owner.connect();
    client = await service.client();
    party = await verifiedParty(client);
    await client.post('/sandbox/balance/credit', { amount: 10_000_000 });
    const admin = await ApprovingUser.admin(service, client);
    approvers = [];
    for (const name of ['ann', 'ben', 'cho']) approvers.push(await ApprovingUser.create(service, client, { name }));
    const policies = [
      aPolicy({ name: 'from 100', conditions: [{ field: 'amount', operator: 'gte', value: 10_000 }] }),
      aPolicy({ name: 'from 200', required: 2, conditions: [{ field: 'amount', operator: 'gte', value: 20_000 }] }),
      aPolicy({
        ...{ name: 'from 300', approvers: { users: [approvers[2]!.name] } },
        conditions: [{ field: 'amount', operator: 'gte', value: 30_000 }],
      }),
    ];
    for (const policy of policies) expect((await admin.send('POST', '/portal/policies', policy)).status).toBe(200);
  });
  afterAll(async () => {
    await owner.end();
    await service.stop();
  });

  /** Ends every connection that is in a transaction, as a killed process would. */
  async function kill(): Promise<void> {
    await owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`,
    );
  }

  const rows = <Row>(sql: string) => service.database.query<Row>(sql, [client.credentials.enterprise_id]);

  it('are asked for once, and what they release goes out once, with every approver that it needs', async () => {
    // Whole dollars: in the sandbox cents decide outcomes.
    const amounts = Array.from({ length: MANY }, (_, index) => 100 * (50 + ((index * 37) % 350)));
    const ids: string[] = [];
    for (const amount of amounts) {
      const { body } = await client.post('/deliver/transfers', aPayout(party, { amount, speed: 'asap' }));
      ids.push((body['transfer'] as { id: string }).id);
      if (ids.length % 8 === 0) await kill();
    }
    const held = amounts.filter((amount) => amount >= 10_000).length;
    await eventually(
      'every approval',
      async () => (await rows('SELECT FROM controls.approvals WHERE enterprise_id = $1')).length === held,
    );
    const pending = await rows<{ id: string }>(
      `SELECT id FROM controls.approvals WHERE enterprise_id = $1 ORDER BY id`,
    );
    let decided = 0;
    for (const approver of approvers) {
      for (const { id } of pending) {
        // What was rolled back is decided again: the same decision changes nothing.
        await eventually(`${approver.name} decides`, async () => {
          const { status, body } = await approver.decide(id, 'approve').catch(() => UNANSWERED);
          return status === 200 || body['error_code'] === 'approval_closed';
        });
        decided += 1;
        if (decided % 15 === 0) await kill();
      }
    }
    for (const id of ids) await untilStatus(client, id, 'completed');
    await expectSound(service.database);
    const early = await rows<{ id: string }>(
      `SELECT t.id FROM transfers.transfers t JOIN controls.approvals a ON a.subject_id = t.id
       WHERE t.enterprise_id = $1 AND (
         SELECT count(DISTINCT user_name) FROM controls.decisions d WHERE d.approval_id = a.id AND decision = 'approve')
         < CASE WHEN t.amount >= 20000 THEN 2 ELSE 1 END`,
    );
    expect(early).toEqual([]);
    const entries = await rows<{ count: number }>(
      `SELECT count(*)::int AS count FROM ledger.entries WHERE enterprise_id = $1 AND kind = 'submit' GROUP BY subject_id`,
    );
    expect(entries.map(({ count }) => count)).toEqual(ids.map(() => 1));
  });
});
