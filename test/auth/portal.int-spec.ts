import type { EnterpriseCredentials } from '@payments/auth';
import { CreateClient } from '@payments/auth';
import { newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Audit } from '@payments/persistence';
import { eventually } from '@payments/testing';
import { Client } from 'pg';
import { CLIENT_SCOPES, ROLE_SCOPES } from '../../libs/auth/src/domain/scopes.js';
import { ApiClient } from '../support/api-client.js';
import { Browser } from '../support/browser.js';
import { fiveSecondsPass } from '../support/five-seconds.js';
import { PortalUser, setPassword } from '../support/portal-user.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { itOnOneServer } from '../support/skip-unless.js';

const ifOneServer = itOnOneServer('A wait for a lock is seen on its own server only');

type Body = Record<string, unknown>;

describe('the portal', () => {
  let service: TestService;
  let credentials: EnterpriseCredentials;
  let admin: PortalUser;
  let other: PortalUser;

  beforeAll(async () => {
    service = await startTestService();
    other = await PortalUser.login(service.api, (await service.createEnterprise()).user);
  });
  beforeEach(async () => {
    credentials = await service.createEnterprise();
    admin = await PortalUser.login(service.api, credentials.user);
  });
  afterAll(() => service.stop());

  const code = ({ status, body }: { status: number; body: Body }) => [status, body['error_code']];
  const audit = async (query = '') => (await admin.get(`/portal/audit${query}`)).body['entries'] as Body[];
  const userWith = (role: string) => admin.create(role);

  it('is open only to portal users, without API key and version', async () => {
    expect((await admin.get('/portal/settings')).status).toBe(200);
    const client = await ApiClient.login(service.api, credentials);
    expect(code(await client.get('/portal/settings'))).toEqual([403, 'forbidden']);
    expect((await service.api.inject({ url: '/portal/settings' })).statusCode).toBe(401);
  });

  it('returns secrets with no-store, and in no other response', async () => {
    const secrets: string[] = [];
    for (const [url, field, payload] of [
      ['/portal/clients', 'client_secret', {}],
      ['/portal/api-keys', 'key', {}],
      ['/portal/users', 'link', { name: `u-${newId()}`, role: 'developer' }],
    ] as const) {
      const response = await admin.post(url, payload);
      expect([url, response.status, response.headers['cache-control']]).toEqual([url, 200, 'no-store']);
      secrets.push(String(response.body[field]));
    }
    const shown = [
      '/portal/clients',
      '/portal/api-keys',
      '/portal/users',
      '/portal/settings',
      '/portal/audit?size=500',
    ];
    const texts = await Promise.all(shown.map(async (url) => (await admin.get(url)).text));
    expect(secrets.every((secret) => secret.length >= 24)).toBe(true);
    expect(texts.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
  });

  describe('clients', () => {
    it('are replaced without a moment in which none works', async () => {
      const before = await ApiClient.login(service.api, credentials);
      const made = await admin.post('/portal/clients');
      const next = {
        ...credentials,
        ...(made.body['client'] as Body),
        client_secret: String(made.body['client_secret']),
      };
      const after = await ApiClient.login(service.api, next);
      expect((await before.get('/deliver/persons')).status).toBe(200);
      const disabled = await admin.post(`/portal/clients/${credentials.client_id}/disable`);
      expect(disabled.body['client']).toMatchObject({ disabled_at: expect.any(String) });
      await eventually('refused', async () => (await before.get('/deliver/persons')).status === 401);
      expect((await after.get('/deliver/persons')).status).toBe(200);
    });

    it('are two at most that live, also when several are asked for at once', async () => {
      const responses = await Promise.all(Array.from({ length: 8 }, () => admin.post('/portal/clients')));
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      const refused = responses.filter(({ status }) => status !== 200).map(code);
      expect(refused).toEqual(Array(7).fill([400, 'too_many_clients']));
      await admin.post(`/portal/clients/${credentials.client_id}/disable`);
      expect((await admin.post('/portal/clients')).status).toBe(200);
      expect((await admin.get('/portal/clients')).body['clients']).toHaveLength(3);
    });

    it('may hold fewer scopes, but none of the portal', async () => {
      const made = await admin.post('/portal/clients', { scopes: ['read:persons'] });
      const narrow = {
        ...credentials,
        ...(made.body['client'] as Body),
        client_secret: String(made.body['client_secret']),
      };
      const client = await ApiClient.login(service.api, narrow);
      expect((await client.get('/deliver/persons')).status).toBe(200);
      expect((await client.get('/deliver/businesses')).status).toBe(403);
      for (const scopes of [['read:users'], ['write:settings', 'read:persons'], [], 'read:persons', ['x']]) {
        expect(code(await admin.post('/portal/clients', { scopes }))).toEqual([400, 'invalid_scopes']);
      }
    });

    it('hold every scope of theirs when an administrator makes them', async () => {
      const made = await admin.post('/portal/clients');
      expect((made.body['client'] as Body)['scopes']).toEqual(CLIENT_SCOPES);
    });

    it('have only scopes that their creator has', async () => {
      const developer = await PortalUser.login(service.api, await userWith('developer'));
      const refused = await developer.post('/portal/clients', { scopes: ['read:persons', 'write:transfers'] });
      expect(code(refused)).toEqual([403, 'forbidden']);
      expect(refused.body['message']).toBe(
        'The access token lacks the scope write:transfers. Use a client or user that has it.',
      );
      expect((await developer.get('/portal/clients')).body['clients']).toHaveLength(1);
      const made = await developer.post('/portal/clients');
      const held = CLIENT_SCOPES.filter((scope) => ROLE_SCOPES.developer.includes(scope));
      expect([made.status, (made.body['client'] as Body)['scopes']]).toEqual([200, held]);
    });
  });

  it('makes API keys that work, and revokes them within 5 seconds', async () => {
    const client = await ApiClient.login(service.api, credentials);
    const made = await admin.post('/portal/api-keys');
    const { id } = made.body['api_key'] as { id: string };
    const call = async () => {
      const response = await client.send('GET', '/deliver/persons', {
        headers: { 'x-api-key': String(made.body['key']) },
      });
      return response.status;
    };
    expect(await call()).toBe(200);
    expect((await admin.post(`/portal/api-keys/${id}/revoke`)).body['api_key']).toMatchObject({ id });
    fiveSecondsPass();
    expect(await call()).toBe(403);
    const listed = (await admin.get('/portal/api-keys')).body['api_keys'] as Body[];
    expect(listed.map((key) => [key['id'] === id, key['revoked_at'] !== undefined])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  describe('users', () => {
    it('log in with the password that was shown, and may do what their role says', async () => {
      const reader = await PortalUser.login(service.api, await userWith('read_only'));
      const allowed = await Promise.all(
        ['settings', 'users', 'clients', 'audit'].map((name) => reader.get(`/portal/${name}`)),
      );
      expect(allowed.map(({ status }) => status)).toEqual([200, 403, 403, 403]);
      const developer = await PortalUser.login(service.api, await userWith('developer'));
      expect((await developer.post('/portal/api-keys')).status).toBe(200);
      expect((await developer.post('/portal/users', { name: 'x', role: 'admin' })).status).toBe(403);
    });

    it('cannot be disabled when they are the last to manage users', async () => {
      const { name } = credentials.user;
      const disable = (user: PortalUser, who: string) => user.post(`/portal/users/${encodeURIComponent(who)}/disable`);
      await userWith('developer');
      expect(code(await disable(admin, name))).toEqual([400, 'last_administrator']);
      const second = await userWith('admin');
      expect((await disable(admin, name)).status).toBe(200);
      const user = await PortalUser.login(service.api, second);
      expect(code(await disable(user, second.name))).toEqual([400, 'last_administrator']);
      // The first one, disabled again.
      expect((await disable(user, name)).status).toBe(200);
      expect((await user.get('/portal/audit?action=user.disabled')).body['entries']).toHaveLength(1);
    });

    ifOneServer('cannot both be disabled when they are the last two and disable each other', async () => {
      const second = await userWith('admin');
      const other = await PortalUser.login(service.api, second);
      const first = credentials.user.name;
      const gate = new Client({ connectionString: service.database.adminUrl });
      await gate.connect();
      await gate.query('BEGIN');
      await gate.query('SELECT FROM auth.users WHERE enterprise_id = $1 AND name = ANY($2) FOR UPDATE', [
        credentials.enterprise_id,
        [first, second.name],
      ]);
      const responses = Promise.all([
        admin.post(`/portal/users/${encodeURIComponent(second.name)}/disable`),
        other.post(`/portal/users/${encodeURIComponent(first)}/disable`),
      ]);
      await eventually('both wait', async () => {
        const waiting = await service.database.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return waiting.length === 2;
      });
      await gate.query('ROLLBACK');
      await gate.end();
      const codes = (await responses).map((response) => String(response.body['error_code']));
      expect(codes.sort()).toEqual(['last_administrator', 'undefined']);
    });

    it('stop working within 5 seconds once disabled, and do not come back by password', async () => {
      const user = await userWith('developer');
      const session = await PortalUser.login(service.api, user);
      expect((await session.get('/portal/settings')).status).toBe(200);
      const response = await admin.post(`/portal/users/${encodeURIComponent(user.name)}/disable`);
      expect(response.body['user']).toMatchObject({ name: user.name, disabled_at: expect.any(String) });
      fiveSecondsPass();
      expect((await session.get('/portal/settings')).status).toBe(401);
      await expect(PortalUser.login(service.api, user)).rejects.toThrow('unauthorized');
    });

    it('have names that no other user has, in no enterprise', async () => {
      const name = `maria-${newId()}`;
      expect((await other.post('/portal/users', { name, role: 'developer' })).status).toBe(200);
      const responses = [
        await admin.post('/portal/users', { name, role: 'developer' }),
        await other.post('/portal/users', { name, role: 'admin' }),
      ];
      expect(responses.map(code)).toEqual(Array(2).fill([400, 'duplicate_name']));
      expect(responses[0]!.body['details']).toEqual({ errors: [expect.objectContaining({ field: 'name' })] });
    });

    const path = (name: string, what = '') => `/portal/users/${encodeURIComponent(name)}${what}`;
    const settingsOf = async (session: PortalUser) => (await session.get('/portal/settings')).status;

    it('get another role, which ends their sessions', async () => {
      const user = await userWith('developer');
      const session = await PortalUser.login(service.api, user);
      const changed = await admin.send('PATCH', path(user.name), { role: 'admin' });
      expect([changed.status, changed.body['user']]).toEqual([200, expect.objectContaining({ role: 'admin' })]);
      await eventually('the session ends', async () => (await settingsOf(session)) === 401);
      const promoted = await PortalUser.login(service.api, user);
      expect((await promoted.get('/portal/users')).status).toBe(200);
      await admin.send('PATCH', path(user.name), { role: 'admin' });
      const [entry, ...others] = await audit('?action=user.role_changed');
      expect(others).toEqual([]);
      expect(entry).toMatchObject({ subject_id: user.name, before: { role: 'developer' }, after: { role: 'admin' } });
    });

    it('keep a role that is none, and their own', async () => {
      const user = await userWith('developer');
      expect(code(await admin.send('PATCH', path(user.name), { role: 'owner' }))).toEqual([400, 'invalid_role']);
      expect(code(await admin.send('PATCH', path(user.name), {}))).toEqual([400, 'missing_role']);
      const own = await admin.send('PATCH', path(credentials.user.name), { role: 'read_only' });
      expect(code(own)).toEqual([400, 'own_user']);
      expect(code(await admin.post(path(credentials.user.name, '/reset')))).toEqual([400, 'own_user']);
    });

    it('cannot both be demoted when they are the last two and demote each other', async () => {
      const second = await userWith('admin');
      const rival = await PortalUser.login(service.api, second);
      const demote = (by: PortalUser, name: string) => by.send('PATCH', path(name), { role: 'developer' });
      const responses = await Promise.all([demote(admin, second.name), demote(rival, credentials.user.name)]);
      const outcomes = responses.map(({ status, body }) => (status === 200 ? 'done' : String(body['error_code'])));
      // The one who loses was refused, or already had no right to.
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
      const managers = await service.database.query(
        `SELECT FROM auth.users WHERE enterprise_id = $1 AND role = 'admin' AND disabled_at IS NULL`,
        [credentials.enterprise_id],
      );
      expect(managers).toHaveLength(1);
    });

    it('come back when they are enabled, without their earlier sessions', async () => {
      const user = await userWith('developer');
      const session = await PortalUser.login(service.api, user);
      await admin.post(path(user.name, '/disable'));
      const enabled = await admin.post(path(user.name, '/enable'));
      expect([enabled.status, enabled.body['user']]).toEqual([
        200,
        expect.not.objectContaining({ disabled_at: expect.anything() }),
      ]);
      await eventually('the session ends', async () => (await settingsOf(session)) === 401);
      expect(await settingsOf(await PortalUser.login(service.api, user))).toBe(200);
      await admin.post(path(user.name, '/enable'));
      expect(await audit('?action=user.enabled')).toHaveLength(1);
    });

    it('are reset by a link that is shown once, without second factor and sessions', async () => {
      const user = await userWith('developer');
      const browser = await Browser.logIn(service.api, user);
      await service.database.query(
        `UPDATE auth.users SET totp_secret = '\\x00', totp_confirmed_at = now() WHERE name = $1`,
        [user.name],
      );
      const reset = await admin.post(path(user.name, '/reset'));
      expect([reset.status, reset.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(reset.body['user']).toMatchObject({ name: user.name, mfa: false, must_change_password: true });
      expect((await browser.refresh()).status).toBe(401);
      await expect(PortalUser.login(service.api, user)).rejects.toThrow('unauthorized');
      const fresh = { ...user, password: 'twelve blue lamps at dawn' };
      expect(await setPassword(service.api, { link: reset.body['link'], new_password: fresh.password })).toBe(204);
      const me = await (await Browser.logIn(service.api, fresh)).call('GET', '/portal/me');
      expect(me.body['me']).toMatchObject({ must_change_password: false, mfa: false });
      const actions = (await audit(`?subject_id=${encodeURIComponent(user.name)}`)).slice(0, 4);
      expect(actions.map(({ action }) => action)).toEqual([
        ...['user.logged_in', 'user.password_set', 'user.link_made', 'user.reset'],
      ]);
      const secret = String(reset.body['link']).split('.').at(-1)!;
      expect(JSON.stringify(actions)).not.toContain(secret);
    });

    it('choose a password by a link that works once, for 24 hours, and that nobody guesses', async () => {
      const { body } = await admin.post('/portal/users', { name: `u-${newId()}`, role: 'developer' });
      const [name, link] = [(body['user'] as { name: string }).name, String(body['link'])];
      const password = 'twelve blue lamps at dawn';
      const set = (changes: Body = {}, address?: string) =>
        setPassword(service.api, { link, new_password: password, ...changes }, address);
      expect(link).toMatch(/^http:\/\/localhost:\d+\/portal\/app\/set-password#[\w-]+\.[\w-]{43}$/);
      expect(await set({ link: `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}` })).toBe(401);
      expect(await set({ link: 'https://elsewhere.example' })).toBe(401);
      expect(await set({ new_password: 'short' })).toBe(400);
      expect(await set({ new_password: `my ${name}` })).toBe(400);
      const renewed = await admin.post(path(name, '/link'));
      expect([renewed.status, renewed.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(await set()).toBe(401);
      const newLink = { link: renewed.body['link'] };
      const expiry = `UPDATE auth.users SET link_expires_at = link_expires_at - $2 * interval '1 hour' WHERE name = $1`;
      await service.database.query(expiry, [name, 24]);
      expect(await set(newLink)).toBe(401);
      await service.database.query(expiry, [name, -24]);
      const both = await Promise.all([set(newLink), set(newLink)]);
      expect(both.sort()).toEqual([204, 401]);
      expect((await PortalUser.login(service.api, { name, password })).token).toBeDefined();
      expect(code(await admin.post(path(name, '/link')))).toEqual([404, 'unknown_id']);
      const guesses = await Promise.all(Array.from({ length: 15 }, () => set(newLink, '198.51.100.7')));
      expect(guesses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5);
    });

    it('choose no password by a link from before they were disabled', async () => {
      const { body } = await admin.post('/portal/users', { name: `u-${newId()}`, role: 'developer' });
      const { name } = body['user'] as { name: string };
      await admin.post(path(name, '/disable'));
      await admin.post(path(name, '/enable'));
      const proof = { link: body['link'], new_password: 'twelve blue lamps at dawn' };
      expect(await setPassword(service.api, proof)).toBe(401);
    });

    it.each(['cli', 'System', 'operator', 'screening-list'])(
      'are not called %s, as the audit trail calls no user',
      async (name) => {
        const answer = await admin.post('/portal/users', { name, role: 'developer' });
        expect(code(answer)).toEqual([400, 'invalid_name']);
      },
    );

    it('show when they were last seen', async () => {
      const { user } = credentials;
      const listed = async () => (await admin.get('/portal/users')).body['users'] as Body[];
      const before = Date.parse(String((await listed())[0]!['last_seen_at']));
      await service.database.query(`UPDATE auth.users SET last_seen_at = NULL WHERE name = $1`, [user.name]);
      expect((await listed())[0]).not.toHaveProperty('last_seen_at');
      await Browser.logIn(service.api, user);
      expect(Date.parse(String((await listed())[0]!['last_seen_at']))).toBeGreaterThan(before);
    });

    it.each<[string, Body, string]>([
      ['no name', { role: 'admin' }, 'missing_name'],
      ['a name with a blank', { name: 'a b', role: 'admin' }, 'invalid_name'],
      ['no role', { name: 'a' }, 'missing_role'],
      ['a role that is none', { name: 'a', role: 'owner' }, 'invalid_role'],
    ])('are refused with %s', async (_, body, expected) => {
      expect(code(await admin.post('/portal/users', body))).toEqual([400, expected]);
    });
  });

  it('changes the settings that are sent, for every process within 5 seconds', async () => {
    const client = await ApiClient.login(service.api, credentials);
    expect((await client.get('/deliver/persons')).status).toBe(200);
    const changed = await admin.send('PATCH', '/portal/settings', { require_api_key: true });
    const settings = {
      ...{ require_api_key: true, customer_requirements: 'at_transfer', unique_account_details: false },
      ...{ require_mfa: false, portal_idle_minutes: 30, portal_session_hours: 12 },
    };
    expect(changed.body).toEqual({ settings });
    fiveSecondsPass();
    expect((await client.get('/deliver/persons')).status).toBe(403);
    expect((await admin.get('/portal/settings')).body).toEqual({ settings });
    for (const [field, value] of [
      ['require_api_key', 'yes'],
      ['customer_requirements', 'never'],
      ['require_mfa', 1],
      ['portal_idle_minutes', 4],
      ['portal_idle_minutes', 481],
      ['portal_session_hours', 25],
    ] as const) {
      expect(code(await admin.send('PATCH', '/portal/settings', { [field]: value }))).toEqual([
        400,
        `invalid_${field}`,
      ]);
    }
  });

  it('responds to credentials of another enterprise as to unknown ones', async () => {
    const keys = (await admin.get('/portal/api-keys')).body['api_keys'] as { id: string }[];
    for (const [path, theirs] of [
      ['clients/:id/disable', credentials.client_id],
      ['api-keys/:id/revoke', keys[0]!.id],
      ['users/:id/disable', credentials.user.name],
      ['users/:id/enable', credentials.user.name],
      ['users/:id/reset', credentials.user.name],
    ] as const) {
      const url = (id: string) => `/portal/${path.replace(':id', encodeURIComponent(id))}`;
      const [foreign, missing] = [await other.post(url(theirs)), await other.post(url('nobody'))];
      expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    }
    expect((await admin.get('/portal/settings')).status).toBe(200);
  });

  it.each(['clients/:id/disable', 'api-keys/:id/revoke', 'users/:id/disable', 'users/:id/enable', 'users/:id/reset'])(
    'responds to %s of an impossible name as of an unknown one',
    async (path) => {
      for (const id of ['%00', 'a%00b', 'x'.repeat(5_000)]) {
        expect(code(await admin.post(`/portal/${path.replace(':id', id)}`))).toEqual([404, 'unknown_id']);
      }
    },
  );

  describe('the audit log', () => {
    it('records actor, action, address, and the values before and after', async () => {
      const headers = { authorization: `Bearer ${admin.token}`, 'x-request-id': 'request-7' };
      const url = `/portal/clients/${credentials.client_id}/disable`;
      await service.api.inject({ method: 'POST', url, headers, remoteAddress: '203.0.113.9' });
      await admin.post(url);
      const entries = await audit('?action=client.disabled');
      expect(entries).toEqual([
        {
          id: expect.any(String),
          action: 'client.disabled',
          subject_type: 'client',
          subject_id: credentials.client_id,
          actor: credentials.user.name,
          remote_address: '203.0.113.9',
          request_id: 'request-7',
          before: {
            ...{ client_id: credentials.client_id, scopes: expect.any(Array), created_at: expect.any(String) },
            owner: credentials.user.name,
          },
          after: expect.objectContaining({ disabled_at: expect.any(String) }),
          created_at: expect.any(String),
        },
      ]);
    });

    it('has a row for every change, the opening of the enterprise included', async () => {
      await userWith('developer');
      await admin.send('PATCH', '/portal/settings', { unique_account_details: true });
      const actions = (await audit()).map((entry) => entry['action']);
      expect(actions).toEqual([
        ...[
          'settings.changed',
          'user.password_set',
          'user.link_made',
          'user.created',
          'user.logged_in',
          'api_key.created',
          'client.created',
          'user.created',
        ],
        'enterprise.created',
      ]);
    });

    it('has a row for what a user does outside the portal, made before it is done or it is not done, and none for what he only reads', async () => {
      const { body } = await admin.post('/portal/api-keys');
      const headers = {
        ...{ authorization: `Bearer ${admin.token}`, 'service-version': 'v2022-09-21' },
        'x-api-key': String(body['key']),
      };
      const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: Body) =>
        service.api.inject({ method, url, headers, ...(payload && { payload }) });
      const business = { customer_reference_id: 'initech', legal_name: 'Initech LLC' };
      jest.spyOn(service.api.get(Audit), 'record').mockRejectedValueOnce(new Error('no row can be written'));
      expect((await call('POST', '/deliver/businesses', business)).statusCode).toBe(500);
      // It would be refused as a duplicate, had anything been done.
      const made = await call('POST', '/deliver/businesses', business);
      expect([made.statusCode, made.json()]).toEqual([200, expect.anything()]);
      await call('POST', '/deliver/businesses?x=1', {});
      await call('GET', '/deliver/businesses');
      await call('GET', '/webhooks/secret');
      const called = (await audit('?action=operation.called')).map(({ subject_type, subject_id, after }) => [
        ...[subject_type, subject_id, after],
      ]);
      const creation = ['operation', 'createBusiness', { path: '/deliver/businesses' }];
      expect(called).toEqual([['operation', 'getWebhookKeypair', { path: '/webhooks/secret' }], creation, creation]);
      const client = await service.client();
      expect((await client.post('/deliver/businesses', business)).status).toBe(200);
      expect(await audit('?action=operation.called')).toHaveLength(called.length);
    });

    it('is paged and filtered, newest first, and shows one enterprise its own rows', async () => {
      for (let i = 0; i < 5; i++) await admin.post('/portal/api-keys');
      const first = await admin.get('/portal/audit?size=3&action=api_key.created');
      expect(first.body['entries']).toHaveLength(3);
      const [, next = ''] = /<(.*)>; rel="next"/.exec(String(first.headers['link'])) ?? [];
      const second = await admin.get(next);
      expect(second.body['entries']).toHaveLength(3);
      expect(second.headers['link']).toBeUndefined();
      expect(await audit(`?actor=cli&subject_type=user`)).toHaveLength(1);
      expect(await audit(`?subject_id=${credentials.client_id}`)).toHaveLength(1);
      expect(await audit('?end_time=2020-01-01T00:00:00Z')).toEqual([]);
      expect(code(await admin.get('/portal/audit?start_time=yesterday'))).toEqual([400, 'invalid_start_time']);
      expect(JSON.stringify(await audit('?size=500'))).not.toContain('other');
    });

    it('has no row of a change that was rolled back', async () => {
      const before = await service.database.query('SELECT id FROM platform.audit');
      const tenant = { ...(await tenantOf()), enterpriseId: credentials.enterprise_id };
      const createClient = service.api.get(CreateClient, { strict: false });
      const work = () => createClient.execute({}).then(() => createClient.execute({}));
      await expect(workContext.run({ requestId: 'r', tenant }, work)).rejects.toMatchObject({
        code: 'too_many_clients',
      });
      expect(await service.database.query('SELECT id FROM platform.audit')).toHaveLength(before.length + 1);
    });
  });

  async function tenantOf() {
    const [row] = await service.database.query<{ settings: never }>(
      'SELECT settings FROM platform.enterprises WHERE enterprise_id = $1',
      [credentials.enterprise_id],
    );
    return { enterpriseName: credentials.enterprise_name, environment: 'sandbox' as const, settings: row!.settings };
  }
});
