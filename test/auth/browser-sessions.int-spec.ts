import type { EnterpriseCredentials } from '@payments/auth';
import { newId } from '@payments/kernel';
import { eventually } from '@payments/testing';
import { ROLE_SCOPES, USER_ROLES } from '../../libs/auth/src/domain/scopes.js';
import { Browser } from '../support/browser.js';
import type { BrowserRequest } from '../support/browser.js';
import { earlier, PortalUser, setPassword } from '../support/portal-user.js';
import type { PortalResponse } from '../support/portal-user.js';
import { routesOf, urlOfNothing } from '../support/routes.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

describe('a session of the portal in a browser', () => {
  let service: TestService;
  let credentials: EnterpriseCredentials;

  beforeAll(async () => {
    service = await startTestService();
  });
  beforeEach(async () => {
    credentials = await service.createEnterprise();
  });
  afterAll(() => service.stop());

  const code = ({ status, body }: PortalResponse) => [status, body['error_code']];
  const logIn = (user = credentials.user) => Browser.logIn(service.api, user);
  const sessionOf = ({ body }: PortalResponse) => body['session'] as Record<string, unknown>;
  const claimsOf = (token = '') =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
  const auditOf = async () => {
    const rows = await service.database.query<{ action: string }>(
      `SELECT action FROM platform.audit WHERE enterprise_id = $1 AND subject_type = 'user' ORDER BY id`,
      [credentials.enterprise_id],
    );
    return rows.map(({ action }) => action);
  };
  /** Lets the time of all sessions go by, as if `minutes` had passed. */
  const pass = (minutes: number) =>
    service.database.query(
      `UPDATE auth.refresh_families SET rotated_at = ${earlier('rotated_at', 'minute')}, expires_at = ${earlier('expires_at', 'minute')},
         absolute_until = ${earlier('absolute_until', 'minute')}`,
      [minutes],
    );

  describe('POST /portal/session', () => {
    it('answers a token of 10 minutes that needs no API key, and a cookie that no script can read', async () => {
      const browser = new Browser(service.api);
      const response = await browser.logIn(credentials.user);
      expect([response.status, response.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(response.body).toEqual({
        session: {
          access_token: expect.any(String),
          expires_in: 600,
          idle_expires_in: 1_800,
          absolute_expires_at: expect.any(String),
          must_change_password: false,
          must_enroll_mfa: false,
        },
      });
      const end = Date.parse(String(sessionOf(response)['absolute_expires_at']));
      expect(Math.round((end - Date.now()) / 60_000)).toBe(12 * 60);
      expect(response.headers['set-cookie']).toMatch(
        /^payments-session=prt_[\w-]+; Path=\/portal\/session; HttpOnly; SameSite=Strict; Max-Age=1800$/,
      );
      const claims = claimsOf(browser.token);
      expect(claims).toMatchObject({ client_id: 'portal-web', sub: credentials.user.name, amr: ['pwd'] });
      expect([Number(claims['exp']) - Number(claims['iat']), typeof claims['sid']]).toEqual([600, 'string']);
      expect((await browser.call('GET', '/deliver/transfers')).status).toBe(200);
      expect((await browser.call('GET', '/portal/settings')).status).toBe(200);
    });

    it('refuses what POST /authenticate refuses, with the same bytes and limits', async () => {
      const { name } = credentials.user;
      const wrong = { name, password: 'wrong' };
      const post = (payload: Record<string, unknown>) =>
        service.api.inject({ method: 'POST', url: '/authenticate', payload, remoteAddress: '192.0.2.9' });
      const browser = new Browser(service.api);
      for (const user of [wrong, { name: 'nobody', password: 'x' }]) {
        expect((await browser.logIn(user, '192.0.2.9')).text).toBe((await post(user)).body);
      }
      expect(code(await browser.ofSession('POST', '', { payload: { password: 'x' } }))).toEqual([400, 'missing_name']);
      // One failure each so far: eight more in turns lock the name for both.
      for (let i = 0; i < 4; i++) {
        expect((await browser.logIn(wrong, '192.0.2.9')).status).toBe(401);
        expect((await post(wrong)).statusCode).toBe(401);
      }
      expect(code(await browser.logIn(credentials.user, '192.0.2.9'))).toEqual([429, 'too_many_requests']);
      expect((await post(credentials.user)).statusCode).toBe(429);
    });

    it('begins a new session, whatever cookie was planted in the browser before', async () => {
      const attacker = await Browser.logIn(service.api, (await service.createEnterprise()).user);
      for (const planted of [attacker.cookie, 'payments-session=prt_chosen']) {
        const victim = new Browser(service.api);
        victim.cookie = planted;
        expect((await victim.logIn(credentials.user)).status).toBe(200);
        expect([victim.cookie === planted, victim.cookie === attacker.cookie]).toEqual([false, false]);
        const { body } = await victim.call('GET', '/portal/me');
        expect(body['me']).toMatchObject({ name: credentials.user.name });
      }
      // What the attacker knows is still the attacker's own session, and nothing more.
      await attacker.refresh();
      const { body } = await attacker.call('GET', '/portal/me');
      expect(body['me']).not.toMatchObject({ name: credentials.user.name });
    });

    it('sets no cookie when it refuses', async () => {
      const browser = new Browser(service.api);
      const refused = [
        await browser.logIn({ ...credentials.user, password: 'wrong' }),
        await browser.ofSession('POST', '', { payload: {} }),
        await browser.ofSession('POST', '', { payload: credentials.user, headers: { 'x-portal': undefined } }),
      ];
      expect(refused.map(({ headers }) => headers['set-cookie'])).toEqual([undefined, undefined, undefined]);
    });
  });

  describe('POST /portal/session/refresh', () => {
    it('answers the next cookie and a token, and takes the idle time anew', async () => {
      const browser = await logIn();
      const [first, token] = [browser.cookie, browser.token];
      await pass(20);
      const response = await browser.refresh();
      expect([response.status, sessionOf(response)['idle_expires_in']]).toEqual([200, 1_800]);
      expect([browser.cookie === first, browser.token === token]).toEqual([false, false]);
      expect((await browser.call('GET', '/portal/me')).status).toBe(200);
    });

    it('gives two tabs that refresh at once the same cookie', async () => {
      const browser = await logIn();
      const answers = await Promise.all([browser, browser, browser].map((tab) => tab.refresh()));
      expect(new Set(answers.map(({ headers }) => headers['set-cookie'])).size).toBe(1);
      expect((await browser.refresh()).status).toBe(200);
    });

    it('ends the session in all tabs when a spent cookie comes back', async () => {
      const browser = await logIn();
      const stolen = browser.cookie;
      await browser.refresh();
      await browser.refresh();
      const thief = new Browser(service.api);
      thief.cookie = stolen;
      expect(code(await thief.refresh())).toEqual([401, 'unauthorized']);
      expect(code(await browser.refresh())).toEqual([401, 'unauthorized']);
      await eventually('the token too', async () => (await browser.call('GET', '/portal/me')).status === 401);
      expect((await auditOf()).slice(-2)).toEqual(['user.logged_in', 'user.session_revoked']);
    });

    it('ends after 30 minutes without a refresh, and after 12 hours with any number of them', async () => {
      const idle = await logIn();
      await pass(31);
      expect(code(await idle.refresh())).toEqual([401, 'unauthorized']);
      const busy = await logIn();
      for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
        await pass(20);
        expect((await busy.refresh()).status).toBe(200);
      }
      const last = sessionOf(await busy.refresh());
      expect(Number(last['idle_expires_in'])).toBeLessThanOrEqual(20 * 60);
      await pass(21);
      expect(code(await busy.refresh())).toEqual([401, 'unauthorized']);
    });

    it('gives no token that outlives the session', async () => {
      const browser = await logIn();
      await service.database.query(
        `UPDATE auth.refresh_families SET absolute_until = now() + interval '2 minutes' WHERE user_name = $1`,
        [credentials.user.name],
      );
      const session = sessionOf(await browser.refresh());
      expect(Number(session['expires_in'])).toBeLessThanOrEqual(120);
      const { iat, exp } = claimsOf(browser.token);
      expect(Number(exp) - Number(iat)).toBe(session['expires_in']);
    });

    it.each<[string, string | undefined]>([
      ['no cookie', undefined],
      ['another cookie', 'session=prt_AAAA; payments-sessions=prt_AAAA'],
    ])('answers no session and no error for %s', async (_, cookie) => {
      const browser = new Browser(service.api);
      browser.cookie = cookie;
      const answer = await browser.refresh();
      expect([answer.status, answer.body, answer.headers['set-cookie']]).toEqual([200, {}, undefined]);
    });

    it.each([
      ['an empty cookie', 'payments-session='],
      ['a forged cookie', 'payments-session=prt_AAAA'],
    ])('answers 401 for %s', async (_, cookie) => {
      const browser = new Browser(service.api);
      browser.cookie = cookie;
      expect(code(await browser.refresh())).toEqual([401, 'unauthorized']);
    });

    it('answers 401 for two cookies of the name: another host of the domain may have set one', async () => {
      const [own, other] = [await logIn(), await logIn()];
      own.cookie = `${own.cookie}; ${other.cookie}`;
      expect(code(await own.refresh())).toEqual([401, 'unauthorized']);
    });

    it('takes no refresh token of POST /authenticate, nor POST /refresh one of a cookie', async () => {
      const { name, password } = credentials.user;
      const refresh = (refresh_token: string) =>
        service.api.inject({ method: 'POST', url: '/refresh', payload: { refresh_token } });
      const api = await service.api.inject({ method: 'POST', url: '/authenticate', payload: { name, password } });
      const { refresh_token } = api.json<{ refresh_token: string }>();
      const browser = new Browser(service.api);
      browser.cookie = `payments-session=${refresh_token}`;
      expect(code(await browser.refresh())).toEqual([401, 'unauthorized']);
      expect((await refresh(refresh_token)).statusCode).toBe(200);
      const own = await logIn();
      expect((await refresh(own.cookie!.split('=')[1]!)).statusCode).toBe(401);
      expect((await own.refresh()).status).toBe(200);
    });

    it('ends with the user', async () => {
      const admin = await logIn();
      const made = await admin.call('POST', '/portal/users', { name: `u-${newId()}`, role: 'developer' });
      const { name } = made.body['user'] as { name: string };
      const password = 'twelve blue lamps at dawn';
      expect(await setPassword(service.api, { link: made.body['link'], new_password: password })).toBe(204);
      const user = await logIn({ name, password });
      await admin.call('POST', `/portal/users/${name}/disable`);
      expect(code(await user.refresh())).toEqual([401, 'unauthorized']);
      await eventually('the token too', async () => (await user.call('GET', '/portal/me')).status === 401);
    });
  });

  describe('DELETE /portal/session', () => {
    it('ends the session, clears the cookie, and has the browser forget the rest', async () => {
      const browser = await logIn();
      const { cookie } = browser;
      const response = await browser.logOut();
      expect([response.status, response.text]).toEqual([204, '']);
      expect(response.headers['set-cookie']).toMatch(/^payments-session=; .*Max-Age=0$/);
      expect(response.headers['clear-site-data']).toBe('"cache", "storage"');
      browser.cookie = cookie;
      expect(code(await browser.refresh())).toEqual([401, 'unauthorized']);
      await eventually('the token too', async () => (await browser.call('GET', '/portal/me')).status === 401);
      expect(await auditOf()).toEqual(['user.created', 'user.logged_in', 'user.logged_out']);
    });

    it('leaves other sessions alone, and does nothing without one', async () => {
      const [one, other] = [await logIn(), await logIn()];
      await one.logOut();
      expect((await other.refresh()).status).toBe(200);
      expect((await one.logOut()).status).toBe(204);
      one.cookie = 'payments-session=prt_forged';
      expect((await one.logOut()).status).toBe(204);
    });
  });

  describe('the cookie', () => {
    it('is for the operations of the session alone: every other one answers 401 for it', async () => {
      const browser = await logIn();
      const routes = routesOf(service.api).filter(({ scope }) => scope !== undefined);
      const answers = await Promise.all(
        routes.map(async ({ method, path }) => {
          const headers = { cookie: browser.cookie, 'x-portal': '1', origin: browser.origin };
          const { status } = await browser.send(method, path.replace(/:\w+/g, newId()), { headers });
          return `${method} ${path} ${status}`;
        }),
      );
      expect(answers.filter((answer) => !answer.endsWith(' 401'))).toEqual([]);
      expect(answers.length).toBeGreaterThan(50);
    });
  });

  describe('a request that is not of the page', () => {
    const foreign: readonly [string, BrowserRequest][] = [
      ['without X-Portal', { headers: { 'x-portal': undefined } }],
      ['with another X-Portal', { headers: { 'x-portal': 'true' } }],
      ['without an origin', { headers: { origin: undefined } }],
      ['of another origin', { headers: { origin: 'https://evil.example' } }],
      ['of a null origin', { headers: { origin: 'null' } }],
      [
        'of the public address by another scheme',
        { headers: { origin: 'https://localhost:3000', host: 'localhost:3000' } },
      ],
      ['of another port', { headers: { origin: 'http://localhost:8080' } }],
      ['of another site, as the browser says', { headers: { 'sec-fetch-site': 'cross-site' } }],
      ['of a sister domain, as the browser says', { headers: { 'sec-fetch-site': 'same-site' } }],
      ['typed into the address bar', { headers: { 'sec-fetch-site': 'none' } }],
      ['as a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'name=a&password=b' }],
      ['as plain text', { headers: { 'content-type': 'text/plain' }, payload: '{"name":"a","password":"b"}' }],
    ];
    const operations = [
      ['POST', ''],
      ['POST', '/mfa'],
      ['POST', '/refresh'],
      ['DELETE', ''],
    ] as const;

    it.each(foreign)('%s is refused with 403 before anything is read', async (_, { headers, payload }) => {
      for (const [method, path] of operations) {
        const browser = await logIn();
        const answer = await browser.ofSession(method, path, {
          payload: payload ?? credentials.user,
          ...(headers && { headers }),
        });
        expect([method, path, ...code(answer), answer.headers['set-cookie']]).toEqual([
          ...[method, path, 403, 'forbidden', undefined],
        ]);
        // Neither spent nor ended.
        expect((await browser.refresh()).status).toBe(200);
      }
    });

    it('is refused by every operation that reads the cookie, and by no other', () => {
      const browserOnes = routesOf(service.api).filter(({ path, scope }) => path.startsWith('/portal/') && !scope);
      expect(browserOnes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
        'DELETE /portal/session',
        'POST /portal/session',
        'POST /portal/session/mfa',
        'POST /portal/session/refresh',
      ]);
    });

    it('cannot be a link, a picture or a frame: no operation of the session answers GET', async () => {
      const browser = await logIn();
      for (const path of ['', '/mfa', '/refresh', '/step-up']) {
        const { status, headers } = await browser.ofSession('GET', path);
        expect([404, 405]).toContain(status);
        expect(headers['set-cookie']).toBeUndefined();
      }
      expect((await browser.refresh()).status).toBe(200);
    });

    it('may come from the host of the request in a sandbox, where nobody has set the public address', async () => {
      const origin = 'http://127.0.0.1:4321';
      const browser = new Browser(service.api, origin, '127.0.0.1:4321');
      expect((await browser.logIn(credentials.user)).status).toBe(200);
      expect((await browser.refresh()).status).toBe(200);
      const other = new Browser(service.api, origin, '127.0.0.1:4322');
      expect(code(await other.logIn(credentials.user))).toEqual([403, 'forbidden']);
      const secure = new Browser(service.api, origin.replace('http:', 'https:'), '127.0.0.1:4321');
      expect(code(await secure.logIn(credentials.user))).toEqual([403, 'forbidden']);
    });
  });

  describe('GET and PATCH /portal/me', () => {
    it('show the user, what the user may do, and the enterprise', async () => {
      const { name } = credentials.user;
      const { enterprise_id: id } = credentials;
      const browser = await logIn();
      const { body } = await browser.call('GET', '/portal/me');
      expect(body).toEqual({
        me: {
          ...{ name, role: 'admin', scopes: expect.arrayContaining(['read:me', 'write:transfers', 'write:users']) },
          enterprise: { id, name: credentials.enterprise_name, environment: 'sandbox' },
          ...{ mfa: false, must_change_password: false, must_enroll_mfa: false, preferences: {} },
        },
      });
      const token = await PortalUser.login(service.api, credentials.user);
      expect((await token.get('/portal/me')).body).toEqual(body);
    });

    it('keep preferences for the next session, and end none', async () => {
      const browser = await logIn();
      const preferences = { theme: 'dark', time_zone: 'America/New_York', columns: { transfers: ['amount'] } };
      const changed = await browser.call('PATCH', '/portal/me', { preferences });
      expect([changed.status, (changed.body['me'] as { preferences: unknown }).preferences]).toEqual([
        200,
        preferences,
      ]);
      expect((await browser.refresh()).status).toBe(200);
      expect((await (await logIn()).call('GET', '/portal/me')).body['me']).toMatchObject({ preferences });
    });

    it.each<[string, unknown, string]>([
      ['none', undefined, 'missing_preferences'],
      ['text', 'dark', 'invalid_preferences'],
      ['a list', [], 'invalid_preferences'],
      ['over 2 KiB', { a: 'é'.repeat(1_021) }, 'invalid_preferences'],
    ])('refuse preferences that are %s', async (_, preferences, expected) => {
      const browser = await logIn();
      expect(code(await browser.call('PATCH', '/portal/me', { preferences }))).toEqual([400, expected]);
      expect((await browser.call('GET', '/portal/me')).body['me']).toMatchObject({ preferences: {} });
    });
  });

  describe('GET and DELETE /portal/me/sessions', () => {
    const sessionsOf = async (browser: Browser) =>
      (await browser.call('GET', '/portal/me/sessions')).body['sessions'] as Record<string, unknown>[];

    it('show where the user is logged in, and end one of the sessions', async () => {
      const browser = await logIn();
      const other = new Browser(service.api);
      await other.ofSession('POST', '', {
        payload: credentials.user,
        headers: { 'user-agent': `Phone${'x'.repeat(300)}` },
        remoteAddress: '203.0.113.5',
      });
      const listed = await sessionsOf(browser);
      expect(listed).toEqual([
        expect.objectContaining({ address: '203.0.113.5', agent: `Phone${'x'.repeat(250)}`, current: false }),
        expect.objectContaining({ current: true, created_at: expect.any(String), last_seen_at: expect.any(String) }),
      ]);
      const end = await browser.call('DELETE', `/portal/me/sessions/${String(listed[0]!['id'])}`);
      expect([end.status, end.text]).toEqual([204, '']);
      expect((await other.refresh()).status).toBe(401);
      await eventually('its token too', async () => (await other.call('GET', '/portal/me')).status === 401);
      expect(await sessionsOf(browser)).toHaveLength(1);
      expect((await browser.refresh()).status).toBe(200);
      expect((await auditOf()).at(-1)).toBe('user.session_ended');
    });

    it('know no session that has ended, and none of another user', async () => {
      const browser = await logIn();
      const colleague = await service.createEnterprise();
      const foreign = await sessionsOf(await logIn(colleague.user));
      const gone = await logIn();
      const [{ id: ended } = {}] = await sessionsOf(gone);
      await gone.logOut();
      for (const id of [foreign[0]!['id'], ended, newId(), 'x', '%00']) {
        const answer = await browser.call('DELETE', `/portal/me/sessions/${String(id)}`);
        expect([id, ...code(answer)]).toEqual([id, 404, 'unknown_id']);
      }
      const stillThere = await sessionsOf(await logIn(colleague.user));
      expect(stillThere).toHaveLength(2);
    });

    it('show no session that the idle time, or a change of the user, has ended', async () => {
      await logIn();
      await pass(31);
      const browser = await logIn();
      expect(await sessionsOf(browser)).toHaveLength(1);
    });
  });

  describe('the settings of the enterprise', () => {
    it('say how long sessions last', async () => {
      const admin = await logIn();
      const settings = { portal_idle_minutes: 5, portal_session_hours: 1 };
      expect((await admin.call('PATCH', '/portal/settings', settings)).status).toBe(200);
      await eventually('they are applied', async () => {
        const response = await new Browser(service.api).logIn(credentials.user);
        return sessionOf(response)['idle_expires_in'] === 300;
      });
    });
  });

  describe('the role of a user', () => {
    it.each(USER_ROLES)('%s opens to the page the operations of its scopes, and no others', async (role) => {
      await service.database.query(`UPDATE auth.users SET role = $2 WHERE name = $1`, [credentials.user.name, role]);
      const browser = await logIn();
      const wrong: string[] = [];
      for (const route of routesOf(service.api).filter(
        ({ scope, method }) => scope !== undefined && method === 'GET',
      )) {
        const { status } = await browser.call('GET', urlOfNothing(route));
        const isOpen = ROLE_SCOPES[role].includes(route.scope!);
        if ((status === 403) === isOpen || status === 401 || status >= 500) wrong.push(`${route.path} ${status}`);
      }
      expect(wrong).toEqual([]);
    });
  });

  describe('a token of the page', () => {
    it('needs no API key even where clients do, but an API key that is sent must be right', async () => {
      await service.database.query(
        `UPDATE platform.enterprises SET settings = settings || '{"require_api_key": true}' WHERE enterprise_id = $1`,
        [credentials.enterprise_id],
      );
      const browser = await logIn();
      expect((await browser.call('GET', '/deliver/persons')).status).toBe(200);
      const headers = {
        ...{ authorization: `Bearer ${browser.token}`, 'service-version': 'v2022-09-21' },
        'x-api-key': 'psk_sandbox_wrong',
      };
      expect((await browser.send('GET', '/deliver/persons', { headers })).status).toBe(403);
    });

    it('leaves the same audit rows as other tokens of users', async () => {
      const browser = await logIn();
      const payload = { customer_reference_id: 'b', legal_name: 'Initech LLC' };
      expect((await browser.call('POST', '/deliver/businesses', payload)).status).toBe(200);
      const [row] = await service.database.query(
        `SELECT actor, subject_id FROM platform.audit WHERE enterprise_id = $1 AND action = 'operation.called'`,
        [credentials.enterprise_id],
      );
      expect(row).toEqual({ actor: credentials.user.name, subject_id: 'createBusiness' });
    });
  });
});

describe('a session of the portal over https', () => {
  let service: TestService;
  let browser: Browser;

  beforeAll(async () => {
    service = await startTestService({
      PUBLIC_BASE_URL: 'https://pay.example',
      PUBLIC_VAULT_URL: 'https://vault.example',
    });
    browser = new Browser(service.api, 'https://pay.example');
  });
  afterAll(() => service.stop());

  it('has a cookie that is bound to its host and to https', async () => {
    const { user } = await service.createEnterprise();
    const response = await browser.logIn(user);
    expect(response.headers['set-cookie']).toMatch(
      /^__Host-payments-session=prt_[\w-]+; Path=\/; HttpOnly; Secure; SameSite=Strict; Max-Age=1800$/,
    );
    expect((await browser.refresh()).status).toBe(200);
    const plain = new Browser(service.api, 'http://pay.example', 'pay.example');
    expect((await plain.logIn(user)).status).toBe(403);
    browser.cookie = browser.cookie!.replace('__Host-', '');
    expect((await browser.refresh()).body).toEqual({});
  });
});
