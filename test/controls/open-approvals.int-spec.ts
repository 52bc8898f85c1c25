import { eventually } from '@payments/testing';
import { Client } from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { aPolicy, ApprovingUser } from '../support/approvers.js';
import { aPayout } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { recordStatements, rowsRead } from '../support/recorded-statements.js';
import { FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

interface Approval extends Record<string, unknown> {
  readonly id: string;
}

const MANY = 20_000;
/** A page, its rows of the table, and what shows that there is another one. */
const ENOUGH = 500;

const COPIED =
  'subject_type, subject, digest, status, policies, requested_by, owner, contributors, expires_at, sequence, updated_at, users_listed';

describe('approvals that a user may decide', () => {
  let service: TestService;
  let client: ApiClient;
  let party: Party;
  let admin: ApprovingUser;
  let ann: ApprovingUser;
  let dana: ApprovingUser;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    await service.startWorker();
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    client = await service.client();
    party = await verifiedParty(client);
    admin = await ApprovingUser.admin(service, client);
    ann = await ApprovingUser.create(service, client, { name: 'ann' });
    dana = await ApprovingUser.create(service, client, { name: 'dana', role: 'admin' });
    const policies = [
      aPolicy({ name: 'role', conditions: [{ field: 'amount', operator: 'gte', value: 500 }] }),
      aPolicy({
        ...{ name: 'names', approvers: { users: [ann.name, dana.name] } },
        conditions: [{ field: 'metadata', operator: 'equals', value: { key: 'kind', value: 'bonus' } }],
      }),
    ];
    for (const policy of policies) expect((await admin.send('POST', '/portal/policies', policy)).status).toBe(200);
  });

  const held = async (amount: number, kind = 'wage') => {
    const payout = aPayout(party, { speed: 'asap', amount, metadata: { kind } });
    const { id } = (await client.post('/deliver/transfers', payout)).body['transfer'] as { id: string };
    return eventually(`an approval of ${id}`, async () => {
      const { body } = await client.get(`/deliver/approvals?subject_id=${id}`);
      return (body['approvals'] as Approval[])[0]?.id ?? false;
    });
  };
  const mine = async (user: ApprovingUser, query = '') => {
    const { status, text, body } = await user.send('GET', `/deliver/approvals?mine=true${query}`);
    expect([status, text]).toEqual([200, text]);
    return (body['approvals'] as Approval[]).map(({ id }) => id);
  };

  it('are found by role and by name, each once, in one order over all pages', async () => {
    const [byRole, byName, byBoth] = [await held(500), await held(100, 'bonus'), await held(600, 'bonus')];
    const walked = async (user: ApprovingUser) => {
      const [byIndex, byKey]: [string[], string[]] = [[], []];
      for (let index = 0; index < 3; index += 1) byIndex.push(...(await mine(user, `&size=1&index=${index}`)));
      for (let after = ''; byKey.length < 4;) {
        const page = await mine(user, `&size=1${after}`);
        if (page.length === 0) break;
        byKey.push(...page);
        after = `&after=${page[0]}`;
      }
      expect(byIndex).toEqual(byKey);
      expect(byIndex).toEqual(await mine(user));
      return byIndex;
    };
    expect(await walked(ann)).toEqual([byBoth, byName, byRole]);
    expect(await walked(dana)).toEqual([byBoth, byName]);

    // As the release before leaves them.
    await service.database.query('DELETE FROM controls.named_approvers');
    await service.database.query('UPDATE controls.approvals SET users_listed = false');
    expect(await walked(ann)).toEqual([byBoth, byName, byRole]);
    expect(await walked(dana)).toEqual([byBoth, byName]);
  });

  it('are found by name no longer than they are open', async () => {
    const id = await held(100, 'bonus');
    const named = () =>
      service.database.query<{ user_name: string }>(
        'SELECT user_name FROM controls.named_approvers WHERE approval_id = $1 ORDER BY user_name',
        [id],
      );
    expect((await named()).map(({ user_name }) => user_name)).toEqual([ann.name, dana.name]);
    expect((await dana.decide(id, 'approve')).status).toBe(200);
    expect(await named()).toEqual([]);
  });

  it('are read without those of others, however many wait', async () => {
    const [byRole, byName] = [await held(500), await held(100, 'bonus')];
    const copy = async (id: string, users: string) =>
      service.database.query(
        `WITH copies AS (
           INSERT INTO controls.approvals (enterprise_id, id, subject_id, approver_roles, approver_users, created_at, ${COPIED})
           SELECT enterprise_id, gen_random_uuid(), gen_random_uuid(), approver_roles, $2::text[],
             created_at + n * interval '1 second', ${COPIED}
           FROM controls.approvals, generate_series(1, ${MANY}) AS n WHERE id = $1
           RETURNING enterprise_id, id, approver_users, created_at)
         INSERT INTO controls.named_approvers (enterprise_id, user_name, created_at, approval_id)
         SELECT enterprise_id, unnest(approver_users), created_at, id FROM copies`,
        [id, users],
      );
    await copy(byRole, '{}');
    await copy(byName, '{somebody}');
    const owner = new Client({ connectionString: service.database.adminUrl });
    const planner = new Client({ connectionString: service.database.appUrl });
    await Promise.all([owner.connect(), planner.connect()]);
    const recording = recordStatements((text) => (text.includes('named_approvers') ? 'open' : undefined));
    try {
      await owner.query('VACUUM ANALYZE controls.approvals, controls.named_approvers, controls.decisions');
      const readBy = async (user: ApprovingUser) => {
        const found = await mine(user);
        return { found, rows: await rowsRead(planner, recording.statements.get('open')!) };
      };
      const [ofAnn, ofDana, ofAdmin] = [await readBy(ann), await readBy(dana), await readBy(admin)];
      expect(ofAnn.found).toHaveLength(100);
      expect(ofDana.found).toEqual([byName]);
      expect(ofAdmin.found).toEqual([]);
      for (const { rows } of [ofAnn, ofDana, ofAdmin]) expect(rows).toBeLessThan(ENOUGH);
    } finally {
      recording.stop();
      await Promise.all([owner.end(), planner.end()]);
    }
  });
});
