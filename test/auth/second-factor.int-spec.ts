import type { EnterpriseCredentials } from '@payments/auth';
import { STEP_UP } from '@payments/auth';
import { newId } from '@payments/kernel';
import { eventually } from '@payments/testing';
import { fromBase32, stepAt, totpCode } from '../../libs/auth/src/infrastructure/mfa/totp.js';
import { Browser } from '../support/browser.js';
import { connectionsThatWait } from '../support/held-rows.js';
import { PortalUser, setPassword } from '../support/portal-user.js';
import type { PortalResponse } from '../support/portal-user.js';
import { routesOf, urlOfNothing } from '../support/routes.js';
import type { Route } from '../support/routes.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { itOnOneServer } from '../support/skip-unless.js';

const ifOneServer = itOnOneServer('A wait for a lock is seen on its own server only');

type User = EnterpriseCredentials['user'];

describe('the credentials of a portal user', () => {
  let service: TestService;
  let credentials: EnterpriseCredentials;
  let user: User;

  beforeAll(async () => {
    service = await startTestService();
  });
  beforeEach(async () => {
    credentials = await service.createEnterprise();
    user = credentials.user;
  });
  afterAll(() => service.stop());

  const code = ({ status, body }: PortalResponse) => [status, body['error_code']];
  const authenticate = async ({ name, password }: User) => {
    const payload = { name, password };
    const response = await service.api.inject({ method: 'POST', url: '/authenticate', payload });
    return [response.statusCode, response.json<{ error_code?: string }>().error_code];
  };
  const claimsOf = (token = '') =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
  const scopesOf = ({ token }: Browser) => String(claimsOf(token)['scope']).split(' ');
  const meOf = async (browser: Browser) => (await browser.call('GET', '/portal/me')).body['me'] as object;
  const query = (sql: string, ...values: unknown[]) => service.database.query<Record<string, unknown>>(sql, values);
  /** Codes of the current step count again, as if half a minute had passed. */
  const nextStep = () => query(`UPDATE auth.users SET totp_last_step = 0 WHERE name = $1`, user.name);
  const codeOf = (secret: string, off = 0) => totpCode(fromBase32(secret), stepAt(new Date()) + off);
  const ended = (browser: Browser) =>
    eventually('the token ends', async () => (await browser.call('GET', '/portal/me')).status === 401);
  /** The new token of the response is kept, as the page does. */
  const keep = (browser: Browser, response: PortalResponse) => {
    const { session } = response.body as { session?: { access_token: string } };
    if (session !== undefined) browser.token = session.access_token;
    return response;
  };

  async function enroll(browser: Browser) {
    const { body } = await browser.call('POST', '/portal/me/mfa');
    const shown = body as { secret: string; otpauth_uri: string; recovery_codes: string[] };
    const confirmed = await browser.call('POST', '/portal/me/mfa/confirm', { code: codeOf(shown.secret) });
    expect([confirmed.status, confirmed.body['error_code']]).toEqual([200, undefined]);
    keep(browser, confirmed);
    await nextStep();
    return shown;
  }
  const challenge = async (browser: Browser, remoteAddress?: string) => {
    const { body } = await browser.logIn(user, remoteAddress);
    return (body['mfa'] as { token: string }).token;
  };
  const answer = (browser: Browser, token: string, sent: string) =>
    browser.ofSession('POST', '/mfa', { payload: { token, code: sent } });

  describe('a second factor', () => {
    it('counts once a code has confirmed it, and ends the other sessions', async () => {
      const [browser, other] = [await Browser.logIn(service.api, user), await Browser.logIn(service.api, user)];
      const { status, body, headers } = await browser.call('POST', '/portal/me/mfa');
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
      const { secret, otpauth_uri, recovery_codes } = body as Record<string, string>;
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
      expect(new URL(otpauth_uri!).searchParams.get('secret')).toBe(secret);
      expect(new Set(recovery_codes).size).toBe(10);
      expect((await browser.logIn(user)).body['mfa']).toBeUndefined();
      expect(await meOf(browser)).toMatchObject({ mfa: false });
      const wrong = await browser.call('POST', '/portal/me/mfa/confirm', { code: '000000' });
      expect(code(wrong)).toEqual([400, 'invalid_code']);
      const confirmed = await browser.call('POST', '/portal/me/mfa/confirm', { code: codeOf(secret!) });
      keep(browser, confirmed);
      expect([confirmed.status, claimsOf(browser.token)['amr']]).toEqual([200, ['pwd', 'otp']]);
      expect(await meOf(browser)).toMatchObject({ mfa: true });
      expect((await browser.refresh()).status).toBe(200);
      expect((await other.refresh()).status).toBe(401);
      await ended(other);
      expect(code(await browser.call('POST', '/portal/me/mfa'))).toEqual([400, 'mfa_already_enrolled']);
      const again = await browser.call('POST', '/portal/me/mfa/confirm', { code: codeOf(secret!) });
      expect(code(again)).toEqual([400, 'mfa_already_enrolled']);
    });

    it('is asked for at each login, before there is a cookie', async () => {
      const { secret } = await enroll(await Browser.logIn(service.api, user));
      const browser = new Browser(service.api);
      const first = await browser.logIn(user);
      expect(first.body).toEqual({
        mfa: { token: expect.any(String), methods: ['totp', 'recovery_code'], expires_in: 300 },
      });
      expect([first.headers['set-cookie'], browser.token]).toEqual([undefined, undefined]);
      const second = await answer(browser, (first.body['mfa'] as { token: string }).token, codeOf(secret));
      expect([second.status, claimsOf(browser.token)['amr']]).toEqual([200, ['pwd', 'otp']]);
      expect((await browser.refresh()).status).toBe(200);
      expect(claimsOf(browser.token)['amr']).toEqual(['pwd', 'otp']);
    });

    it('takes each code once, and none of an earlier step', async () => {
      const { secret } = await enroll(await Browser.logIn(service.api, user));
      const browser = new Browser(service.api);
      const token = await challenge(browser);
      const now = codeOf(secret);
      const answers = await Promise.all(Array.from({ length: 4 }, () => answer(browser, token, now)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
      expect(code(await answer(browser, await challenge(browser), codeOf(secret, -1)))).toEqual([400, 'invalid_code']);
    });

    it('lets a login try five codes, also at once, and then asks for the password again', async () => {
      const { secret } = await enroll(await Browser.logIn(service.api, user));
      const browser = new Browser(service.api);
      const token = await challenge(browser);
      const answers = await Promise.all(Array.from({ length: 9 }, () => answer(browser, token, '000000')));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 400)).toHaveLength(5);
      expect(statuses.filter((status) => status === 401)).toHaveLength(4);
      expect(code(await answer(browser, token, codeOf(secret)))).toEqual([401, 'unauthorized']);
      expect((await answer(browser, await challenge(browser), codeOf(secret))).status).toBe(200);
    });

    it('is locked for 15 minutes after ten wrong codes, whatever the address, for the right one too', async () => {
      const { secret } = await enroll(await Browser.logIn(service.api, user));
      const browser = new Browser(service.api);
      for (let login = 0; login < 2; login++) {
        const token = await challenge(browser, `192.0.2.${login}`);
        for (let i = 0; i < 5; i++) expect((await answer(browser, token, '000000')).status).toBe(400);
      }
      const locked = await answer(browser, await challenge(browser, '192.0.2.9'), codeOf(secret));
      expect(code(locked)).toEqual([429, 'too_many_requests']);
      expect(Number(locked.headers['retry-after'])).toBeGreaterThan(890);
      await query(`UPDATE auth.login_failures SET expires_at = now() - interval '1 second'`);
      expect((await answer(browser, await challenge(browser), codeOf(secret))).status).toBe(200);
    });

    it('refuses a login token with one character changed, an expired one, and one of a user who was changed', async () => {
      const { secret } = await enroll(await Browser.logIn(service.api, user));
      const browser = new Browser(service.api);
      const token = await challenge(browser);
      for (let i = 0; i < token.length; i += 7) {
        const forged = token.slice(0, i) + (token[i] === 'A' ? 'B' : 'A') + token.slice(i + 1);
        expect([i, ...code(await answer(browser, forged, codeOf(secret)))]).toEqual([i, 401, 'unauthorized']);
      }
      await query(`UPDATE auth.users SET version = version + 1 WHERE name = $1`, user.name);
      expect(code(await answer(browser, token, codeOf(secret)))).toEqual([401, 'unauthorized']);
    });

    it('has ten recovery codes, each for one login, however they are typed', async () => {
      const { recovery_codes } = await enroll(await Browser.logIn(service.api, user));
      const browser = new Browser(service.api);
      const typed = recovery_codes[3]!.toUpperCase().replace('-', ' ');
      expect((await answer(browser, await challenge(browser), typed)).status).toBe(200);
      expect(code(await answer(browser, await challenge(browser), typed))).toEqual([400, 'invalid_code']);
      expect((await answer(browser, await challenge(browser), recovery_codes[4]!)).status).toBe(200);
      const rows = await query(
        `SELECT after FROM platform.audit WHERE action = 'user.recovery_code_used' AND subject_id = $1 ORDER BY id`,
        user.name,
      );
      expect(rows).toEqual([{ after: { left: 9 } }, { after: { left: 8 } }]);
    });

    it('closes POST /authenticate to the right password, and says nothing to a wrong one', async () => {
      const before = await service.api.inject({ method: 'POST', url: '/authenticate', payload: { ...user } });
      await enroll(await Browser.logIn(service.api, user));
      expect(await authenticate(user)).toEqual([403, 'mfa_required']);
      expect(await authenticate({ ...user, password: 'wrong' })).toEqual([401, 'unauthorized']);
      const { refresh_token } = before.json<{ refresh_token: string }>();
      const refreshed = await service.api.inject({ method: 'POST', url: '/refresh', payload: { refresh_token } });
      expect(refreshed.statusCode).toBe(401);
    });

    it('is stored sealed, and its recovery codes as hashes', async () => {
      const { secret, recovery_codes } = await enroll(await Browser.logIn(service.api, user));
      const [row] = await query(`SELECT u::text AS row FROM auth.users AS u WHERE name = $1`, user.name);
      const forms = [secret, ...recovery_codes].flatMap((text) => [text, Buffer.from(text).toString('hex')]);
      expect(forms.filter((form) => String(row!['row']).includes(form))).toEqual([]);
      const audit = await query(`SELECT a::text AS row FROM platform.audit AS a WHERE subject_id = $1`, user.name);
      expect(audit.filter((each) => String(each['row']).includes(secret))).toEqual([]);
    });

    it('is removed only after a code of the last 5 minutes', async () => {
      const browser = await Browser.logIn(service.api, user);
      expect(code(await browser.call('DELETE', '/portal/me/mfa'))).toEqual([400, 'mfa_not_enrolled']);
      const { secret } = await enroll(browser);
      await query(`UPDATE auth.refresh_families SET authenticated_at = now() - interval '6 minutes'`);
      await browser.refresh();
      expect(code(await browser.call('DELETE', '/portal/me/mfa'))).toEqual([403, 'step_up_required']);
      const stepUp = (payload: Record<string, string>) => browser.call('POST', '/portal/session/step-up', payload);
      expect(code(await stepUp({ password: user.password }))).toEqual([400, 'missing_code']);
      expect(code(await stepUp({ code: '000000' }))).toEqual([400, 'invalid_code']);
      expect(keep(browser, await stepUp({ code: codeOf(secret) })).status).toBe(200);
      await browser.refresh();
      expect(keep(browser, await browser.call('DELETE', '/portal/me/mfa')).status).toBe(200);
      expect(await meOf(browser)).toMatchObject({ mfa: false });
      expect((await browser.logIn(user)).body['session']).toBeDefined();
    });

    it('is set up first, and nothing else done, where the enterprise requires one', async () => {
      await query(
        `UPDATE platform.enterprises SET settings = settings || '{"require_mfa": true}' WHERE enterprise_id = $1`,
        credentials.enterprise_id,
      );
      const browser = await Browser.logIn(service.api, user);
      expect(scopesOf(browser)).toEqual(['read:me', 'write:me']);
      expect(await meOf(browser)).toMatchObject({ must_enroll_mfa: true });
      expect((await browser.call('GET', '/portal/settings')).status).toBe(403);
      const api = await PortalUser.login(service.api, user);
      expect((await api.get('/portal/settings')).status).toBe(403);
      await enroll(browser);
      expect((await browser.call('GET', '/portal/settings')).status).toBe(200);
    });
  });

  describe('POST /portal/session/step-up', () => {
    it('takes the password of a user without a second factor, and lasts over a refresh', async () => {
      const browser = await Browser.logIn(service.api, user);
      await query(`UPDATE auth.refresh_families SET authenticated_at = now() - interval '1 hour'`);
      await browser.refresh();
      const stepUp = (payload: Record<string, string>) => browser.call('POST', '/portal/session/step-up', payload);
      expect(code(await stepUp({}))).toEqual([400, 'missing_password']);
      expect(code(await stepUp({ password: 'wrong' }))).toEqual([400, 'invalid_password']);
      expect(Number(claimsOf(browser.token)['auth_time'])).toBeLessThan(Date.now() / 1000 - 3_500);
      keep(browser, await stepUp({ password: user.password }));
      await browser.refresh();
      expect(Number(claimsOf(browser.token)['auth_time'])).toBeGreaterThan(Date.now() / 1000 - 60);
    });

    it('is for sessions in a browser', async () => {
      const api = await PortalUser.login(service.api, user);
      const response = await api.post('/portal/session/step-up', { password: user.password });
      expect(code(response)).toEqual([403, 'session_required']);
    });

    it('counts wrong passwords as a login does', async () => {
      const browser = await Browser.logIn(service.api, user);
      for (let i = 0; i < 10; i++) {
        const wrong = await browser.call('POST', '/portal/session/step-up', { password: 'wrong' });
        expect(code(wrong)).toEqual([400, 'invalid_password']);
      }
      const locked = await browser.call('POST', '/portal/session/step-up', { password: user.password });
      expect(code(locked)).toEqual([429, 'too_many_requests']);
    });
  });

  describe('the table of what needs a step-up', () => {
    const operations = () => routesOf(service.api).filter(({ id }) => id !== undefined);
    // Those below `/portal` without a scope are of the cookie.
    const writesForUsers = ({ path, method, scope }: ReturnType<typeof routesOf>[number]) =>
      method !== 'GET' && (scope !== undefined || path.startsWith('/portal/'));

    it('has a decision about each operation that writes and that users may call, and about none that is not there', () => {
      const writing = operations().filter(writesForUsers);
      expect(writing.length).toBeGreaterThan(70);
      expect(writing.filter(({ id }) => STEP_UP[id!] === undefined)).toEqual([]);
      const known = operations().map(({ id }) => id);
      expect(Object.keys(STEP_UP).filter((id) => !known.includes(id))).toEqual([]);
    });

    it.each(['program', 'browser'])('is followed for each of them, with the token of a %s', async (kind) => {
      const browser = await Browser.logIn(service.api, user);
      const post = async (url: string, payload: Record<string, string>) =>
        (await service.api.inject({ method: 'POST', url, payload })).json<Record<string, string>>();
      const program = await post('/authenticate', { ...user });
      const asked = async (token = '') => {
        const headers = { authorization: `Bearer ${token}`, 'service-version': 'v2022-09-21' };
        const ids: string[] = [];
        for (const route of operations().filter((each) => writesForUsers(each) || STEP_UP[each.id!])) {
          // Of the cookie alone.
          if (route.scope === undefined) continue;
          const { method } = route;
          const request = {
            method,
            url: urlOfNothing(route),
            headers: { ...headers, 'x-api-key': credentials.api_key },
          };
          const response = await service.api.inject(request);
          expect([route.id, response.statusCode]).not.toEqual([route.id, 401]);
          if (response.body.includes('step_up_required')) ids.push(route.id!);
        }
        return ids.sort();
      };
      expect(await asked(kind === 'program' ? program['access_token'] : browser.token)).toEqual([]);
      await query(`UPDATE auth.refresh_families SET authenticated_at = now() - interval '6 minutes'`);
      await browser.refresh();
      const { access_token } = await post('/refresh', { refresh_token: program['refresh_token']! });
      const demanded = Object.keys(STEP_UP).filter((id) => STEP_UP[id]);
      expect(await asked(kind === 'program' ? access_token : browser.token)).toEqual(demanded.sort());
    });
  });

  it.each([
    ['is disabled', 'disabled_at = now()', 'disabled_at = NULL'],
    ['gets another role', "role = 'read_only', version = version + 1", "role = 'admin', version = version - 1"],
  ])('end at once for whatever a user decides in the portal, when the user %s', async (_, change, undo) => {
    const { token } = await Browser.logIn(service.api, user);
    let calls = 0;
    const send = async (method: Route['method'], url: string) => {
      const headers = { authorization: `Bearer ${token}` };
      // Refusals of one address are counted.
      const remoteAddress = `192.0.2.${(calls += 1)}`;
      return (await service.api.inject({ method, url, headers, remoteAddress })).statusCode;
    };
    const decisions = routesOf(service.api).filter(({ portal, method }) => portal && method !== 'GET');
    expect(decisions.length).toBeGreaterThan(25);
    for (const route of decisions) {
      // From now on the service remembers for three seconds that the token is valid.
      expect(await send('POST', '/portal/policies')).toBe(400);
      await query(`UPDATE auth.users SET ${change} WHERE name = $1`, user.name);
      expect([route.id, await send(route.method, urlOfNothing(route))]).toEqual([route.id, 401]);
      await query(`UPDATE auth.users SET ${undo} WHERE name = $1`, user.name);
    }
  });

  describe('guesses that come at once', () => {
    type Guess = (isRight: boolean) => Promise<PortalResponse>;
    const LOGINS = 14;

    const enrolled = async () => {
      const browser = await Browser.logIn(service.api, user);
      return { browser, ...(await enroll(browser)) };
    };
    const post = (browser: Browser, url: string, payload: Record<string, string>) =>
      browser.call('POST', `/portal${url}`, payload);

    const SECRETS: Readonly<Record<string, () => Promise<Guess>>> = {
      'codes of the app in a session': async () => {
        const { browser, secret } = await enrolled();
        return (isRight) => post(browser, '/session/step-up', { code: isRight ? codeOf(secret) : '000000' });
      },
      'recovery codes': async () => {
        const { browser, recovery_codes } = await enrolled();
        return (isRight) => post(browser, '/session/step-up', { code: isRight ? recovery_codes[0]! : 'aaaaa-aaaaa' });
      },
      'first codes of an app': async () => {
        const browser = await Browser.logIn(service.api, user);
        const { secret } = (await post(browser, '/me/mfa', {})).body as { secret: string };
        return (isRight) => post(browser, '/me/mfa/confirm', { code: isRight ? codeOf(secret) : '000000' });
      },
      'codes of many log-ins': async () => {
        const { secret } = await enrolled();
        const browsers = Array.from({ length: LOGINS }, () => new Browser(service.api));
        const tokens: string[] = [];
        for (const browser of browsers) tokens.push(await challenge(browser));
        let sent = 0;
        return (isRight) => {
          const login = sent++ % LOGINS;
          return answer(browsers[login]!, tokens[login]!, isRight ? codeOf(secret) : '000000');
        };
      },
      'passwords in a session': async () => {
        const browser = await Browser.logIn(service.api, user);
        return (isRight) => post(browser, '/session/step-up', { password: isRight ? user.password : 'wrong' });
      },
      'current passwords': async () => {
        const browser = await Browser.logIn(service.api, user);
        const new_password = 'correct horse battery staple';
        return (isRight) =>
          post(browser, '/me/password', { current_password: isRight ? user.password : 'wrong', new_password });
      },
      'passwords of log-ins': () =>
        Promise.resolve((isRight) =>
          new Browser(service.api).logIn(isRight ? user : { ...user, password: 'wrong' }, '198.51.100.9'),
        ),
    };

    it.each(Object.entries(SECRETS))('%s: ten are judged, and the right one after them is not', async (_, prepare) => {
      const guess = await prepare();
      const answers = await Promise.all(Array.from({ length: 60 }, (__, index) => guess(index === 45)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 429)).toHaveLength(50);
      expect(statuses.filter((status) => status === 400 || status === 401)).toHaveLength(10);
      expect((await guess(true)).status).toBe(429);
    });

    ifOneServer('wait for their turn without a connection to the database', async () => {
      const { browser, secret } = await enrolled();
      const colleague = await Browser.logIn(service.api, (await service.createEnterprise()).user);
      const send = () =>
        Promise.all(Array.from({ length: 30 }, () => post(browser, '/session/step-up', { code: codeOf(secret) })));
      const waiting = await connectionsThatWait(service.database, {
        ...{ lock: 'SELECT FROM auth.users WHERE name = $1 FOR UPDATE', values: [user.name], send },
        other: async () => (await colleague.call('GET', '/portal/settings')).status === 200,
      });
      expect(waiting).toBe(1);
    });
  });

  describe('a password', () => {
    const change = (browser: Browser, current_password: string, new_password: unknown) =>
      browser.call('POST', '/portal/me/password', { current_password, new_password });
    const FRESH = 'correct horse battery staple';

    it('is changed by its owner, whose session goes on and whose others end', async () => {
      const [browser, other] = [await Browser.logIn(service.api, user), await Browser.logIn(service.api, user)];
      expect(keep(browser, await change(browser, user.password, FRESH)).status).toBe(200);
      expect((await browser.call('GET', '/portal/me')).status).toBe(200);
      expect((await browser.refresh()).status).toBe(200);
      expect((await other.refresh()).status).toBe(401);
      await ended(other);
      expect(await authenticate(user)).toEqual([401, 'unauthorized']);
      expect(await authenticate({ ...user, password: FRESH })).toEqual([200, undefined]);
    });

    it.each<[string, unknown, string]>([
      ['none', undefined, 'missing_new_password'],
      ['11 characters', 'k3#9vLq2x!a', 'invalid_new_password'],
      ['a common one', 'qwertyuiop12345', 'invalid_new_password'],
      ['1025 characters', 'xy3#'.repeat(257), 'invalid_new_password'],
    ])('is not changed to %s', async (_, new_password, expected) => {
      const browser = await Browser.logIn(service.api, user);
      expect(code(await change(browser, user.password, new_password))).toEqual([400, expected]);
      expect(await authenticate(user)).toEqual([200, undefined]);
    });

    it('is not changed to itself, to the name, or by someone who does not know it', async () => {
      const browser = await Browser.logIn(service.api, user);
      expect(code(await change(browser, user.password, user.password))).toEqual([400, 'invalid_new_password']);
      expect(code(await change(browser, user.password, `my ${user.name}`))).toEqual([400, 'invalid_new_password']);
      expect(code(await change(browser, 'wrong', FRESH))).toEqual([400, 'invalid_current_password']);
      expect((await browser.refresh()).status).toBe(200);
    });

    it('that an administrator was shown only serves to choose another one', async () => {
      const admin = await Browser.logIn(service.api, user);
      const made = await admin.call('POST', '/portal/users', { name: `u-${newId()}`, role: 'developer' });
      const { name } = made.body['user'] as { name: string };
      const shown = { name, password: 'twelve blue lamps at dawn' };
      await setPassword(service.api, { link: made.body['link'], new_password: shown.password });
      // As `payments user reset` leaves it.
      await service.database.query('UPDATE auth.users SET must_change_password = true WHERE name = $1', [name]);
      const browser = await Browser.logIn(service.api, shown);
      expect(scopesOf(browser)).toEqual(['read:me', 'write:me']);
      expect(await meOf(browser)).toMatchObject({ must_change_password: true });
      expect((await browser.call('GET', '/portal/settings')).status).toBe(403);
      expect((await (await PortalUser.login(service.api, shown)).get('/portal/settings')).status).toBe(403);
      keep(browser, await change(browser, shown.password, FRESH));
      expect((await browser.call('GET', '/portal/settings')).status).toBe(200);
      expect(await meOf(browser)).toMatchObject({ must_change_password: false });
    });
  });
});
