import type { Answer, ApiClient } from '../support/api-client.js';
import { aPolicy, ApprovingUser } from '../support/approvers.js';
import { PortalUser } from '../support/portal-user.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

type Body = Record<string, unknown>;

describe('the operations on policies', () => {
  let service: TestService;
  let client: ApiClient;
  let admin: ApprovingUser;

  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    client = await service.client();
    admin = await ApprovingUser.admin(service, client);
  });

  const codeOf = ({ status, body }: Answer) => [status, body['error_code']];
  const create = (changes: Body = {}) => admin.send('POST', '/portal/policies', aPolicy(changes));
  const approver = (name: string, role = 'payment_approver') => ApprovingUser.create(service, client, { name, role });

  it('create, read, replace and delete a policy, and keep each change in the audit log', async () => {
    await approver('ann');
    const { body } = await create();
    const policy = body['policy'] as Body & { readonly id: string };
    expect(policy).toMatchObject({ ...aPolicy(), expires_after_hours: 72, step_up: false, version: 1 });
    const path = `/portal/policies/${policy.id}`;
    expect((await admin.send('GET', path)).body).toEqual(body);
    expect((await admin.send('GET', '/portal/policies')).body).toEqual({ policies: [policy] });
    const replaced = await admin.send('PUT', path, aPolicy({ name: 'Renamed', step_up: true }));
    expect(replaced.body['policy']).toMatchObject({ id: policy.id, name: 'Renamed', step_up: true, version: 2 });
    expect((await admin.send('DELETE', path)).status).toBe(204);
    expect(codeOf(await admin.send('GET', path))).toEqual([404, 'unknown_id']);
    const audit = await service.database.query<Body>(
      `SELECT action, before ->> 'name' AS before, after ->> 'name' AS after FROM platform.audit
       WHERE subject_type = 'policy' AND subject_id = $1 ORDER BY id`,
      [policy.id],
    );
    expect(audit).toEqual([
      { action: 'policy.created', before: null, after: 'Everything' },
      { action: 'policy.changed', before: 'Everything', after: 'Renamed' },
      { action: 'policy.deleted', before: 'Renamed', after: null },
    ]);
  });

  it('refuse a policy that nobody could satisfy, unless it is disabled', async () => {
    expect(codeOf(await create())).toEqual([400, 'not_enough_approvers']);
    expect((await create({ enabled: false })).status).toBe(200);
    // The only administrator may be the maker.
    const byAdmin = { name: 'by admin', approvers: { roles: ['admin'] } };
    expect(codeOf(await create(byAdmin))).toEqual([400, 'not_enough_approvers']);
    await approver('eve', 'admin');
    expect((await create(byAdmin)).status).toBe(200);
    const ann = await approver('ann');
    const named = { name: 'by name', approvers: { users: [ann.name, 'nobody'] } };
    expect(codeOf(await create({ ...named, required: 2 }))).toEqual([400, 'not_enough_approvers']);
    expect((await create(named)).status).toBe(200);
    const portal = await PortalUser.login(service.api, client.credentials.user);
    await portal.post(`/portal/users/${encodeURIComponent(ann.name)}/disable`);
    expect(codeOf(await create({ ...named, name: 'again' }))).toEqual([400, 'not_enough_approvers']);
  });

  it('refuse a name twice, and more than fifty', async () => {
    await approver('ann');
    const { body } = await create();
    expect(codeOf(await create())).toEqual([400, 'duplicate_name']);
    await Promise.all(Array.from({ length: 49 }, (_, index) => create({ name: `p${index}` })));
    expect(codeOf(await create({ name: 'one more' }))).toEqual([400, 'too_many_policies']);
    const { id } = body['policy'] as { readonly id: string };
    expect((await admin.send('PUT', `/portal/policies/${id}`, aPolicy())).status).toBe(200);
    const taken = await admin.send('PUT', `/portal/policies/${id}`, aPolicy({ name: 'p7' }));
    expect(codeOf(taken)).toEqual([400, 'duplicate_name']);
  });

  it.each([
    ['name', ''],
    ['applies_to', []],
    ['applies_to', ['payment']],
    ['conditions', []],
    ['conditions', Array.from({ length: 9 }, () => ({ field: 'amount', operator: 'gte', value: 1 }))],
    ['conditions', [{ field: 'amount', operator: 'gte', value: '1' }]],
    ['required', 0],
    ['required', 6],
    ['approvers', {}],
    ['approvers', { roles: ['developer'] }],
    ['expires_after_hours', 721],
    ['step_up', 'yes'],
    ['enabled', 1],
  ])('refuse the %s %j', async (name, value) => {
    expect(codeOf(await create({ [name]: value }))).toEqual([400, `invalid_${name}`]);
  });

  it('are those of administrators to change, and of every user to read', async () => {
    const scopes = ['read:controls', 'write:approvals'];
    const { token } = await PortalUser.of(service.api, client.credentials, { scopes });
    const as = (method: 'GET' | 'POST', payload?: Body) =>
      client.send(method, '/portal/policies', {
        headers: { authorization: `Bearer ${token}` },
        ...(payload && { payload }),
      });
    expect((await as('GET')).status).toBe(200);
    expect(codeOf(await as('POST', aPolicy()))).toEqual([403, 'forbidden']);
    expect(codeOf(await client.get('/portal/policies'))).toEqual([403, 'forbidden']);
  });
});
