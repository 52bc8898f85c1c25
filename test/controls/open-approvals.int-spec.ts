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
import { itOnOneServer } from '../support/skip-unless.js';

const ifOneServer = itOnOneServer('The plan is that of one server');

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

  it('are grouped by who may not decide them, or has done so', async () => {
    const eve = await ApprovingUser.create(service, client, { name: 'eve' });
    const twice = aPolicy({
      ...{ name: 'twice', required: 2, approvers: { users: [ann.name, dana.name, eve.name] } },
      conditions: [{ field: 'metadata', operator: 'equals', value: { key: 'kind', value: 'twice' } }],
    });
    expect((await admin.send('POST', '/portal/policies', twice)).status).toBe(200);
    const id = await held(600, 'twice');
    const stored = async () => {
      const [approval] = await service.database.query<{
        closed_to: string;
        requested_by: string;
        owner: string | null;
      }>('SELECT closed_to, requested_by, owner FROM controls.approvals WHERE id = $1', [id]);
      const named = await service.database.query<{ user_name: string }>(
        'SELECT user_name FROM controls.named_approvers WHERE approval_id = $1 ORDER BY user_name',
        [id],
      );
      return { ...approval!, named: named.map(({ user_name }) => user_name) };
    };
    const { closed_to, requested_by, owner, named } = await stored();
    const makers = [requested_by, ...(owner === null ? [] : [owner])];
    expect([JSON.parse(closed_to), named]).toEqual([makers.sort(), [ann.name, dana.name, eve.name]]);
    expect((await ann.decide(id, 'approve')).status).toBe(200);
    const after = await stored();
    expect([JSON.parse(after.closed_to), after.named]).toEqual([[...makers, ann.name].sort(), [dana.name, eve.name]]);
    expect([await mine(ann), await mine(dana), await mine(eve)]).toEqual([[], [id], [id]]);
  });

  ifOneServer('are read without those of others, however many wait', async () => {
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

  ifOneServer('are read without those that the user has made or decided, however many wait', async () => {
    const [older, newer] = [await held(500), await held(500)];
    const [{ closed_to }] = (await service.database.query('SELECT closed_to FROM controls.approvals WHERE id = $1', [
      older,
    ])) as [{ closed_to: string }];
    const group = JSON.stringify([...(JSON.parse(closed_to) as string[]), ann.name].sort());
    const columns = 'enterprise_id, approver_roles, approver_users, created_at';
    // Half of them made by a client of the user, and half decided; all after the first, and before the second.
    await service.database.query(
      `WITH copies AS (
         INSERT INTO controls.approvals (id, subject_id, closed_to, ${columns}, ${COPIED})
         SELECT gen_random_uuid(), gen_random_uuid(), $3, ${columns} + n * interval '1 microsecond',
           ${COPIED.replace('owner', 'CASE WHEN n % 2 = 0 THEN $2::text END')}
         FROM controls.approvals, generate_series(1, ${MANY}) AS n WHERE id = $1
         RETURNING enterprise_id, id, owner)
       INSERT INTO controls.decisions (enterprise_id, approval_id, user_name, decision, policies, decided_at)
       SELECT enterprise_id, id, $2::text, 'approve', '[]', now() FROM copies WHERE owner IS NULL`,
      [older, ann.name, group],
    );
    const owner = new Client({ connectionString: service.database.adminUrl });
    const planner = new Client({ connectionString: service.database.appUrl });
    await Promise.all([owner.connect(), planner.connect()]);
    const nameOf = (text: string) =>
      text.includes('named_approvers') ? 'open' : text.includes('RECURSIVE groups') ? 'groups' : undefined;
    const recording = recordStatements(nameOf);
    try {
      await owner.query('VACUUM ANALYZE controls.approvals, controls.named_approvers, controls.decisions');
      expect(await mine(ann)).toEqual([newer, older]);
      for (const name of ['groups', 'open']) {
        expect([name, (await rowsRead(planner, recording.statements.get(name)!)) < ENOUGH]).toEqual([name, true]);
      }
      expect(await mine(ann, '&size=1')).toEqual([newer]);
      expect(await mine(ann, `&size=1&after=${newer}`)).toEqual([older]);
      expect(await mine(ann, '&size=1&index=1')).toEqual([older]);
      // As the release before leaves them: found all the same.
      await service.database.query(`UPDATE controls.approvals SET closed_to = ''`);
      expect(await mine(ann)).toEqual([newer, older]);
    } finally {
      recording.stop();
      await Promise.all([owner.end(), planner.end()]);
    }
  });
});
