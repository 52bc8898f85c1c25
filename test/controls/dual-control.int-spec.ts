import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, ApiClient } from '../support/api-client.js';
import { aPolicy, ApprovingUser } from '../support/approvers.js';
import { PortalUser, setPassword } from '../support/portal-user.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

type Body = Record<string, unknown>;

const { components } = JSON.parse(
  readFileSync(join(__dirname, '../../docs/reference/openapi.generated.json'), 'utf8'),
) as { readonly components: { readonly schemas: Readonly<Record<string, { readonly properties: Body }>> } };

describe('dual control', () => {
  let service: TestService;
  let client: ApiClient;
  let portal: PortalUser;
  let maker: ApprovingUser;
  let other: ApprovingUser;

  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    client = await service.client();
    portal = await PortalUser.login(service.api, client.credentials.user);
    maker = await ApprovingUser.admin(service, client);
    other = await ApprovingUser.create(service, client, { name: 'other', role: 'admin' });
    await ApprovingUser.create(service, client, { name: 'ann' });
    expect((await set({ dual_control: true })).status).toBe(200);
  });

  const set = (settings: Body) => portal.send('PATCH', '/portal/settings', settings);
  const codeOf = ({ status, body }: Answer) => [status, body['error_code']];
  const approvalOf = ({ status, text, body }: Answer) => {
    expect([status, text]).toEqual([200, text]);
    return (body['approval'] as { readonly id: string }).id;
  };
  const approve = async (answer: Answer) => {
    const { status, text } = await other.decide(approvalOf(answer), 'approve');
    expect([status, text]).toEqual([200, text]);
  };
  const policies = async () => (await maker.send('GET', '/portal/policies')).body['policies'] as Body[];
  const userOf = async (name: string) => {
    const { body } = await portal.send('GET', '/portal/users');
    return (body['users'] as Body[]).find((user) => user['name'] === name)!;
  };

  it('needs two administrators', async () => {
    const alone = await service.client();
    const admin = await PortalUser.login(service.api, alone.credentials.user);
    const answer = await admin.send('PATCH', '/portal/settings', { dual_control: true });
    expect(codeOf(answer)).toEqual([400, 'not_enough_administrators']);
  });

  it('has another administrator approve a policy, as it was seen', async () => {
    const created = await maker.send('POST', '/portal/policies', aPolicy());
    const { id } = created.body['policy'] as { readonly id: string };
    expect(await policies()).toEqual([]);
    expect(codeOf(await maker.decide(approvalOf(created), 'approve'))).toEqual([403, 'own_approval_forbidden']);
    await approve(created);
    expect(await policies()).toMatchObject([{ id, version: 1, updated_by: maker.name, ...aPolicy() }]);

    const path = `/portal/policies/${id}`;
    const renamed = await maker.send('PUT', path, aPolicy({ name: 'Renamed' }));
    const disabled = await maker.send('PUT', path, aPolicy({ enabled: false }));
    expect(await policies()).toMatchObject([{ name: 'Everything', enabled: true }]);
    expect(codeOf(await maker.send('DELETE', path))).toEqual([400, 'still_enabled']);
    await approve(renamed);
    expect(await policies()).toMatchObject([{ name: 'Renamed', version: 2 }]);
    // It would undo what was approved meanwhile.
    expect(codeOf(await other.decide(approvalOf(disabled), 'approve'))).toEqual([400, 'change_not_possible']);
    await approve(await maker.send('PUT', path, aPolicy({ enabled: false })));
    expect((await maker.send('DELETE', path)).status).toBe(204);
  });

  it('refuses a wrong change at once, and drops one that is rejected', async () => {
    const noApprovers = await maker.send('POST', '/portal/policies', aPolicy({ required: 5 }));
    expect(codeOf(noApprovers)).toEqual([400, 'not_enough_approvers']);
    const limit = { name: 'Daily', per: 'enterprise', direction: 'out', window: 'day', max_amount: 1 };
    const created = await maker.send('POST', '/portal/limits', { ...limit, action: 'refuse', enabled: true });
    expect((await other.decide(approvalOf(created), 'reject')).status).toBe(200);
    expect((await maker.send('GET', '/portal/limits')).body['limits']).toEqual([]);
    const again = await maker.send('POST', '/portal/limits', { ...limit, action: 'refuse', enabled: true });
    await approve(again);
    expect((await maker.send('GET', '/portal/limits')).body['limits']).toMatchObject([{ name: 'Daily' }]);
  });

  it('makes nobody an approver whom another administrator has not approved', async () => {
    const name = `eve@${client.credentials.enterprise_id}`;
    const path = `/portal/users/${encodeURIComponent(name)}`;
    const created = await portal.send('POST', '/portal/users', { name, role: 'payment_approver' });
    expect(await userOf(name)).toMatchObject({ disabled_at: expect.any(String) });
    await approve(created);
    expect(await userOf(name)).not.toHaveProperty('disabled_at');
    // Rights are taken away at once.
    expect((await portal.send('PATCH', path, { role: 'read_only' })).body).not.toHaveProperty('approval');
    const promoted = await portal.send('PATCH', path, { role: 'admin' });
    expect(await userOf(name)).toMatchObject({ role: 'read_only' });
    await approve(promoted);
    expect(await userOf(name)).toMatchObject({ role: 'admin' });
    const reset = await portal.send('POST', `${path}/reset`);
    expect(reset.body).toMatchObject({ link_code: expect.any(String), user: { disabled_at: expect.any(String) } });
    await approve(reset);
    await portal.send('POST', `${path}/disable`);
    const enabled = await portal.send('POST', `${path}/enable`);
    expect(await userOf(name)).toMatchObject({ disabled_at: expect.any(String) });
    await approve(enabled);
    expect(await userOf(name)).not.toHaveProperty('disabled_at');
  });

  it('enables a user with the role that the other administrator has seen, and with no other', async () => {
    const name = `gus@${client.credentials.enterprise_id}`;
    const path = `/portal/users/${encodeURIComponent(name)}`;
    const created = await portal.send('POST', '/portal/users', { name, role: 'read_only' });
    const promoted = await portal.send('PATCH', path, { role: 'payment_approver' });
    expect((await portal.send('PATCH', path, { role: 'payment_initiator' })).status).toBe(200);
    for (const change of [created, promoted]) {
      expect(codeOf(await other.decide(approvalOf(change), 'approve'))).toEqual([400, 'change_not_possible']);
    }
    expect(await userOf(name)).toMatchObject({ role: 'payment_initiator', disabled_at: expect.any(String) });
    expect((await portal.send('PATCH', path, { role: 'read_only' })).status).toBe(200);
    await approve(created);
    expect(await userOf(name)).not.toHaveProperty('disabled_at');
  });

  it.each([
    ['a reader', 'read_only', undefined],
    ['an initiator', 'payment_initiator', undefined],
    ['one who was to be an approver', 'payment_approver', 'read_only'],
  ])('has another administrator approve that %s is enabled, as often as he is disabled', async (_who, role, then) => {
    const name = `gus@${client.credentials.enterprise_id}`;
    const path = `/portal/users/${encodeURIComponent(name)}`;
    const disabled = { disabled_at: expect.any(String) as unknown };
    const created = await portal.send('POST', '/portal/users', { name, role });
    if (then !== undefined) await portal.send('PATCH', path, { role: then });
    const enabled = await portal.post(`${path}/enable`);
    expect([enabled.body['user'], await userOf(name)]).toEqual(Array(2).fill(expect.objectContaining(disabled)));
    await approve(enabled);
    expect(await userOf(name)).toEqual(expect.not.objectContaining(disabled));

    // What was asked for before he was disabled again enables him no more.
    expect((await portal.post(`${path}/disable`)).status).toBe(200);
    expect(codeOf(await other.decide(approvalOf(created), 'approve'))).toEqual([400, 'change_not_possible']);
    expect((await portal.post(`${path}/enable`)).body).toMatchObject({
      user: disabled,
      approval: { status: 'pending' },
    });
    expect(await userOf(name)).toMatchObject(disabled);
  });

  it('gives nobody but the user what it takes to set the password, whatever the role', async () => {
    const name = `fay@${client.credentials.enterprise_id}`;
    const path = `/portal/users/${encodeURIComponent(name)}`;
    const new_password = 'twelve blue lamps at dawn';
    const users = ['read:users', 'write:users'];
    const second = await PortalUser.of(service.api, client.credentials, { name: other.name, scopes: users });
    const created = await portal.send('POST', '/portal/users', { name, role: 'read_only' });
    const { link_code } = created.body;
    expect(created.body).toEqual({
      ...{ user: expect.anything() as unknown, approval: expect.anything() as unknown },
      link_code: expect.stringMatching(/^[\w-]{16}$/) as unknown,
    });
    // Before the approval nobody makes the link, and then only another administrator.
    expect(codeOf(await second.post(`${path}/link`))).toEqual([404, 'unknown_id']);
    await approve(created);
    expect(codeOf(await portal.post(`${path}/link`))).toEqual([400, 'own_user']);
    const { body } = await second.post(`${path}/link`);
    expect(body).not.toHaveProperty('link_code');
    const set = (proof: Body) => setPassword(service.api, { new_password, link: body['link'], ...proof });
    expect([await set({}), await set({ link_code: 'x'.repeat(16) })]).toEqual([401, 401]);
    expect([await set({ link_code }), await set({ link_code })]).toEqual([204, 401]);
    expect(await userOf(name)).toMatchObject({ must_change_password: false });
    expect(await userOf(name)).not.toHaveProperty('password_requested_by');
    // A disabled user is not reset past the approval either.
    await portal.post(`${path}/disable`);
    expect((await portal.post(`${path}/reset`)).body).not.toHaveProperty('link');
  });

  it('ends the links from before it was on, which one administrator could open alone', async () => {
    const before = await service.client();
    const admin = await PortalUser.login(service.api, before.credentials.user);
    const { enterprise_id } = before.credentials;
    await ApprovingUser.create(service, before, { name: 'second', role: 'admin' });
    const { body } = await admin.post('/portal/users', { name: `hal@${enterprise_id}`, role: 'read_only' });
    const proof = { link: body['link'], new_password: 'twelve blue lamps at dawn' };
    await admin.send('PATCH', '/portal/settings', { dual_control: true });
    expect(await setPassword(service.api, proof)).toBe(401);
    await service.database.query(
      `UPDATE platform.enterprises SET settings = settings - 'dual_control' WHERE enterprise_id = $1`,
      [enterprise_id],
    );
    expect(await setPassword(service.api, proof)).toBe(204);
  });

  it('tightens a control at once, and has another administrator approve what loosens one', async () => {
    // Of every setting that the operation takes, but `require_mfa`: it would end these sessions.
    const tight = {
      ...{ require_api_key: true, unique_account_details: true, subledger_required: true },
      ...{ debit_requires_validation: true, verify_gates_accounts: true, customer_requirements: 'at_registration' },
      ...{ portal_idle_minutes: 10, portal_session_hours: 2, verify_daily_max: 5, use_cases: ['payout'] },
      ...{ return_guard: 'stop', return_guard_min_entries: 10, return_guard_min_returns: 1, dual_control: true },
    };
    const loose: Readonly<Record<keyof typeof tight, unknown>> = {
      ...{ require_api_key: false, unique_account_details: false, subledger_required: false },
      ...{ debit_requires_validation: false, verify_gates_accounts: false, customer_requirements: 'at_transfer' },
      ...{ portal_idle_minutes: 30, portal_session_hours: 12, verify_daily_max: 6, use_cases: ['payout', 'deposit'] },
      ...{ return_guard: 'warn', return_guard_min_entries: 100, return_guard_min_returns: 3, dual_control: false },
    };
    const { properties } = components.schemas['SettingsRequest']!;
    expect([...Object.keys(tight), 'require_mfa'].sort()).toEqual(Object.keys(properties).sort());

    expect((await set(tight)).body).toEqual({ settings: expect.objectContaining(tight) as unknown });
    const admin = await PortalUser.of(service.api, client.credentials, { scopes: ['read:settings', 'write:settings'] });
    const change = (content: Body) => admin.send('PATCH', '/portal/settings', content);
    for (const [name, value] of Object.entries(loose)) {
      const { body } = await change({ [name]: value });
      expect(body).toEqual({
        settings: expect.objectContaining(tight) as unknown,
        approval: expect.anything() as unknown,
      });
    }
    await approve(await change({ verify_daily_max: 6 }));
    expect((await admin.get('/portal/settings')).body).toMatchObject({ settings: { ...tight, verify_daily_max: 6 } });
  });

  it('shows an approver what a setting is now, and does not undo what tightened it meanwhile', async () => {
    expect((await set({ verify_daily_max: 10 })).status).toBe(200);
    const raised = await set({ verify_daily_max: 11, portal_idle_minutes: 25, return_guard: 'off' });
    const { body } = await other.send('GET', `/deliver/approvals/${approvalOf(raised)}`);
    expect(body['approval']).toMatchObject({
      subject: {
        before: { verify_daily_max: 10, portal_idle_minutes: 30, return_guard: null },
        content: { verify_daily_max: 11, portal_idle_minutes: 25, return_guard: 'off' },
      },
    });
    expect((await set({ unique_account_details: true, verify_daily_max: 1 })).status).toBe(200);
    expect(codeOf(await other.decide(approvalOf(raised), 'approve'))).toEqual([400, 'change_not_possible']);
    // What else has changed does not matter.
    const loosened = await set({ return_guard: 'off' });
    expect((await set({ verify_daily_max: 0 })).status).toBe(200);
    await approve(loosened);
    const { settings } = (await portal.send('GET', '/portal/settings')).body;
    expect(settings).toMatchObject({ verify_daily_max: 0, return_guard: 'off', portal_idle_minutes: 30 });
  });

  it('asks who approves for a password of the last minutes, as it does who makes the change', async () => {
    const user = { name: `kim@${client.credentials.enterprise_id}`, password: 'twelve blue lamps at dawn' };
    const created = await portal.send('POST', '/portal/users', { name: user.name, role: 'admin' });
    await approve(created);
    const link = await PortalUser.of(service.api, client.credentials, { name: other.name, scopes: ['write:users'] });
    const { body } = await link.post(`/portal/users/${encodeURIComponent(user.name)}/link`);
    const { link_code } = created.body;
    await setPassword(service.api, { link: body['link'], link_code, new_password: user.password });
    const post = async (url: string, payload: object) =>
      (await service.api.inject({ method: 'POST', url, payload })).json<Record<string, string>>();
    const { refresh_token } = await post('/authenticate', user);
    await service.database.query(
      `UPDATE auth.refresh_families SET authenticated_at = now() - interval '1 hour' WHERE user_name = $1`,
      [user.name],
    );
    const { access_token } = await post('/refresh', { refresh_token });
    const off = approvalOf(await set({ dual_control: false }));
    const headersOf = (token = '') => ({ authorization: `Bearer ${token}`, 'x-api-key': client.credentials.api_key });
    const send = (method: 'GET' | 'POST' | 'PATCH', url: string, { token = access_token, payload = {} } = {}) =>
      client.send(method, url, { headers: headersOf(token), ...(method !== 'GET' && { payload }) });
    const shown = await send('GET', `/deliver/approvals/${off}`);
    const { digest } = shown.body['approval'] as { readonly digest: string };
    const item = { payload: { digest, comment: 'not asked for' } };
    expect(codeOf(await send('PATCH', '/portal/settings', { payload: { dual_control: false } }))).toEqual([
      ...[403, 'step_up_required'],
    ]);
    for (const decision of ['approve', 'reject'])
      expect(codeOf(await send('POST', `/deliver/approvals/${off}/${decision}`, item))).toEqual([
        ...[403, 'step_up_required'],
      ]);
    const all = await send('POST', '/deliver/approvals/decide', {
      payload: { decision: 'approve', items: [{ id: off, digest }] },
    });
    expect(all.body).toEqual({ results: [{ id: off, outcome: 'refused', error_code: 'step_up_required' }] });
    const fresh = await post('/authenticate', user);
    const given = await send('POST', `/deliver/approvals/${off}/approve`, { token: fresh['access_token'], ...item });
    expect([given.status, given.text]).toEqual([200, given.text]);
    expect((await portal.get('/portal/settings')).body).toMatchObject({ settings: { dual_control: false } });
  });

  it('is turned off by two, and then asks nobody', async () => {
    const off = await set({ dual_control: false, unique_account_details: true });
    expect(off.body).toMatchObject({ settings: { dual_control: true, unique_account_details: false } });
    await approve(off);
    const { body } = await portal.send('GET', '/portal/settings');
    expect(body).toMatchObject({ settings: { dual_control: false, unique_account_details: true } });
    expect((await maker.send('POST', '/portal/policies', aPolicy())).body).not.toHaveProperty('approval');
  });
});
