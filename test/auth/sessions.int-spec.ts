import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { EnterpriseCredentials } from '@payments/auth';
import { createHttpApplication } from '@payments/http';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Enterprises, Secrets } from '@payments/persistence';
import { eventually } from '@payments/testing';
import { ApiModule } from '../../apps/api/src/api.module.js';
import { AuditLockOut } from '../../libs/auth/src/application/audit-lock-out.js';
import { RotateRefreshToken } from '../../libs/auth/src/application/rotate-refresh-token.js';
import { RefreshSession } from '../../libs/auth/src/application/refresh-session.js';
import { RefreshTokenText } from '../../libs/auth/src/application/refresh-token-text.js';
import { UserSession } from '../../libs/auth/src/application/user-session.js';
import { Browser } from '../support/browser.js';
import { fiveSecondsPass } from '../support/five-seconds.js';
import { earlier, PortalUser } from '../support/portal-user.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

type Body = Record<string, unknown>;

describe('the session of a portal user', () => {
  let service: TestService;
  let credentials: EnterpriseCredentials;

  beforeAll(async () => {
    service = await startTestService();
    credentials = await service.createEnterprise();
  });
  afterAll(() => service.stop());

  const post = async (url: string, payload: Body, remoteAddress = '192.0.2.1') => {
    const response = await service.api.inject({ method: 'POST', url, payload, remoteAddress });
    return { status: response.statusCode, headers: response.headers, text: response.body, body: response.json<Body>() };
  };
  const logIn = (user: { name: string; password: string } = credentials.user, address?: string) =>
    post('/authenticate', { name: user.name, password: user.password }, address);
  const refresh = (refresh_token: unknown) => post('/refresh', { refresh_token });
  const code = ({ status, body }: { status: number; body: Body }) => [status, body['error_code']];
  const refreshTokenOf = ({ body }: { body: Body }) => String(body['refresh_token']);
  const families = () =>
    service.database.query<{ generation: number; revoked: boolean }>(
      `SELECT generation, revoked_at IS NOT NULL AS revoked FROM auth.refresh_families ORDER BY created_at`,
    );
  /** Lets the time of all families go by, as if `seconds` had passed. */
  const pass = (seconds: number) =>
    service.database.query(
      `UPDATE auth.refresh_families SET rotated_at = ${earlier('rotated_at', 'second')},
         expires_at = ${earlier('expires_at', 'second')}`,
      [seconds],
    );

  describe('POST /authenticate', () => {
    it('returns tokens for name and password, and forbids caching them', async () => {
      const response = await logIn();
      expect(response.status).toBe(200);
      expect(response.body).toEqual({
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 3_600,
        refresh_token: expect.any(String),
        refresh_expires_in: 2_592_000,
      });
      expect(response.headers['cache-control']).toBe('no-store');
    });

    it.each<[string, Body, string]>([
      ['no name', { password: 'p' }, 'missing_name'],
      ['no password', { name: 'n' }, 'missing_password'],
      ['null', { name: null, password: 'p' }, 'missing_name'],
      ['a name that is no text', { name: 7, password: 'p' }, 'invalid_name'],
      ['a password that is no text', { name: 'n', password: {} }, 'invalid_password'],
      ['a password without an end', { name: 'n', password: 'p'.repeat(9_000) }, 'invalid_password'],
    ])('refuses %s', async (_, body, expected) => {
      expect(code(await post('/authenticate', body))).toEqual([400, expected]);
    });

    it('rejects unknown names, wrong or foreign passwords and disabled users alike', async () => {
      const other = await service.createEnterprise();
      const disabled = await service.createEnterprise();
      await service.database.query('UPDATE auth.users SET disabled_at = now() WHERE name = $1', [disabled.user.name]);
      const { name, password } = credentials.user;
      const responses = await Promise.all([
        logIn({ name: 'nobody', password }),
        logIn({ name, password: 'wrong' }),
        logIn({ name, password: other.user.password }),
        logIn({ name: ` ${name}`, password }),
        logIn({ name: name.toUpperCase(), password }),
        logIn(disabled.user),
      ]);
      expect(responses.map(code)).toEqual(responses.map(() => [401, 'unauthorized']));
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
      const shape = responses.map(({ headers }) => Object.keys(headers).sort().join());
      expect(new Set(shape).size).toBe(1);
    });

    it('locks a name for an address after 10 failures, also for the right password, and nowhere else', async () => {
      const victim = await service.createEnterprise();
      const wrong = { ...victim.user, password: 'wrong' };
      const attacker = '198.51.100.7';
      for (let i = 0; i < 10; i++) expect((await logIn(wrong, attacker)).status).toBe(401);
      const locked = await logIn(victim.user, attacker);
      expect(code(locked)).toEqual([429, 'too_many_requests']);
      expect(Number(locked.headers['retry-after'])).toBeGreaterThan(890);
      expect(Number(locked.headers['retry-after'])).toBeLessThanOrEqual(900);
      expect((await logIn(victim.user)).status).toBe(200);
      expect((await logIn(credentials.user, attacker)).status).toBe(200);
      await service.database.query(`UPDATE auth.login_failures SET expires_at = now() - interval '1 second'`);
      expect((await logIn(victim.user, attacker)).status).toBe(200);
    });

    it('lets no more than 10 wrong guesses through when they come at once, and not the right one after them', async () => {
      const victim = await service.createEnterprise();
      const attacker = '198.51.100.8';
      const guesses = Array.from({ length: 40 }, () => logIn({ ...victim.user, password: 'wrong' }, attacker));
      const responses = await Promise.all(guesses);
      expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
      expect(responses.filter(({ status }) => status === 429)).toHaveLength(30);
      expect((await logIn(victim.user, attacker)).status).toBe(429);
    });

    it('counts an IPv6 network as one address, and locks unknown names, too', async () => {
      const nobody = { name: 'nobody at all', password: 'wrong' };
      for (let i = 0; i < 10; i++) expect((await logIn(nobody, `2001:db8:1:2::${i}`)).status).toBe(401);
      expect((await logIn(nobody, '2001:db8:1:2:ffff::1')).status).toBe(429);
      expect((await logIn(nobody, '2001:db8:1:3::1')).status).toBe(401);
    });

    it('forgets the failures of an address once its password was right', async () => {
      const user = (await service.createEnterprise()).user;
      for (let round = 0; round < 3; round++) {
        // At once, for each failure of a name makes the next one slower.
        const wrong = await Promise.all(Array.from({ length: 9 }, () => logIn({ ...user, password: 'wrong' })));
        expect(wrong.map(({ status }) => status)).toEqual(wrong.map(() => 401));
        expect((await logIn(user)).status).toBe(200);
      }
    });

    it('keeps no name and no password of a failed log-in', async () => {
      await logIn({ name: 'hunter2-as-a-name', password: 'hunter2-as-a-password' });
      const rows = await service.database.query<{ row: string }>('SELECT t::text AS row FROM auth.login_failures AS t');
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter(({ row }) => row.includes('hunter2'))).toEqual([]);
    });
  });

  describe('an access token from /authenticate', () => {
    const list = (token: unknown, headers: Record<string, string> = {}) =>
      service.api.inject({
        url: '/deliver/transfers',
        headers: { authorization: `Bearer ${String(token)}`, 'service-version': 'v2022-09-21', ...headers },
      });

    it('needs an API key of the same enterprise outside of the portal', async () => {
      const { body } = await logIn();
      const other = await service.createEnterprise();
      const token = body['access_token'];
      expect((await list(token)).statusCode).toBe(403);
      expect((await list(token, { 'x-api-key': other.api_key })).statusCode).toBe(403);
      expect((await list(token, { 'x-api-key': credentials.api_key })).statusCode).toBe(200);
    });
  });

  describe('POST /refresh', () => {
    it('returns the next tokens, which work', async () => {
      const response = await refresh(refreshTokenOf(await logIn()));
      expect([response.status, Object.keys(response.body).sort()]).toEqual([
        200,
        ['access_token', 'expires_in', 'refresh_expires_in', 'refresh_token', 'token_type'],
      ]);
      expect(response.headers['cache-control']).toBe('no-store');
      expect((await refresh(refreshTokenOf(response))).status).toBe(200);
    });

    it.each<[string, Body, [number, string]]>([
      ['no token', {}, [400, 'missing_refresh_token']],
      ['a number', { refresh_token: 7 }, [400, 'invalid_refresh_token']],
      ['a list', { refresh_token: ['x'] }, [400, 'invalid_refresh_token']],
      ['a word', { refresh_token: 'x' }, [401, 'unauthorized']],
      ['a prefix', { refresh_token: 'prt_' }, [401, 'unauthorized']],
    ])('refuses %s', async (_, body, expected) => {
      expect(code(await post('/refresh', body))).toEqual(expected);
    });

    it('refuses every token with one character changed, and every other spelling of a right one', async () => {
      const token = refreshTokenOf(await logIn());
      const changed = Array.from(
        token,
        (_, i) => token.slice(0, i) + (token[i] === 'A' ? 'B' : 'A') + token.slice(i + 1),
      );
      const spelt = [`${token}=`, `${token}A`, ` ${token}`, token.slice(0, -1), token.toUpperCase()];
      for (const forged of [...changed, ...spelt])
        expect([forged, ...code(await refresh(forged))]).toEqual([forged, 401, 'unauthorized']);
      expect((await refresh(token)).status).toBe(200);
    });

    it('refuses a genuine token of a family that is gone, without saying more', async () => {
      const text = new RefreshTokenText(service.api.get(Secrets, { strict: false }));
      const gone = text.write({ enterprise_id: credentials.enterprise_id, family_id: newId(), generation: 1 });
      const responses = [await refresh(gone), await refresh('prt_x')];
      expect(new Set(responses.map(({ text: body }) => body)).size).toBe(1);
      expect(responses[0]!.status).toBe(401);
    });

    it('gives 100 concurrent uses of one token the same successor', async () => {
      const token = refreshTokenOf(await logIn());
      const responses = await Promise.all(Array.from({ length: 100 }, () => refresh(token)));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(responses.map(refreshTokenOf)).size).toBe(1);
      expect((await families()).at(-1)).toEqual({ generation: 2, revoked: false });
      expect((await refresh(refreshTokenOf(responses[0]!))).status).toBe(200);
    });

    it('gives one successor to a token presented to several processes at once', async () => {
      const token = refreshTokenOf(await logIn());
      const get = <T>(type: abstract new (...parameters: never[]) => T) => service.api.get<T>(type, { strict: false });
      const aProcess = () =>
        new RefreshSession(
          get(UnitOfWork),
          get(Enterprises),
          get(RotateRefreshToken),
          get(RefreshTokenText),
          get(UserSession),
        );
      const ask = () => workContext.run({ requestId: newId() }, () => aProcess().execute(token));
      const responses = await Promise.all(Array.from({ length: 8 }, ask));
      expect(new Set(responses.map(({ refresh_token }) => refresh_token)).size).toBe(1);
      expect((await families()).at(-1)).toEqual({ generation: 2, revoked: false });
    });

    it('accepts the token before the last for 10 seconds, then ends the family', async () => {
      const first = refreshTokenOf(await logIn());
      const second = refreshTokenOf(await refresh(first));
      await pass(9);
      expect(refreshTokenOf(await refresh(first))).toBe(second);
      await pass(2);
      expect(code(await refresh(first))).toEqual([401, 'unauthorized']);
      expect(code(await refresh(second))).toEqual([401, 'unauthorized']);
      expect((await families()).at(-1)).toEqual({ generation: 2, revoked: true });
    });

    it.each([90, -90])(
      'counts the 10 seconds by the database when the clock of the api is %i s off',
      async (offSeconds) => {
        const first = refreshTokenOf(await logIn());
        const second = refreshTokenOf(await refresh(first));
        const clock = service.api.get(Clock, { strict: false });
        const wrong = jest.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() + offSeconds * 1_000));
        try {
          expect(refreshTokenOf(await refresh(first))).toBe(second);
          await pass(11);
          expect(code(await refresh(first))).toEqual([401, 'unauthorized']);
        } finally {
          wrong.mockRestore();
        }
      },
    );

    it('ends the family when a still older token comes back, even at once, and no other family', async () => {
      const other = refreshTokenOf(await logIn());
      const first = refreshTokenOf(await logIn());
      const third = refreshTokenOf(await refresh(refreshTokenOf(await refresh(first))));
      expect(code(await refresh(first))).toEqual([401, 'unauthorized']);
      expect(code(await refresh(third))).toEqual([401, 'unauthorized']);
      expect((await refresh(other)).status).toBe(200);
    });

    it('rejects a token after 30 days without a refresh', async () => {
      const token = refreshTokenOf(await logIn());
      await pass(29 * 86_400);
      const response = await refresh(token);
      expect(response.body['refresh_expires_in']).toBe(2_592_000);
      await pass(30 * 86_400);
      expect(code(await refresh(refreshTokenOf(response)))).toEqual([401, 'unauthorized']);
    });

    it('refuses the tokens of a disabled user', async () => {
      const { user } = await service.createEnterprise();
      const token = refreshTokenOf(await logIn(user));
      await service.database.query('UPDATE auth.users SET disabled_at = now() WHERE name = $1', [user.name]);
      expect(code(await refresh(token))).toEqual([401, 'unauthorized']);
    });

    it('keeps no refresh token, and no hash that one could be made from', async () => {
      const token = refreshTokenOf(await logIn());
      const hash = Buffer.from(token.slice(4), 'base64url').subarray(-32);
      const rows = await service.database.query<{ row: string }>(
        'SELECT t::text AS row FROM auth.refresh_families AS t',
      );
      const forms = [token, hash.toString('hex'), hash.toString('base64')];
      expect(rows.filter(({ row }) => forms.some((form) => row.includes(form)))).toEqual([]);
    });
  });

  it('leaves a row of each log-in and of each family ended in the audit log, without a secret', async () => {
    const { user, enterprise_id } = await service.createEnterprise();
    const first = refreshTokenOf(await logIn(user));
    await refresh(refreshTokenOf(await refresh(first)));
    await refresh(first);
    const rows = await service.database.query<Body>(
      `SELECT action, subject_type, subject_id, actor, remote_address FROM platform.audit
       WHERE enterprise_id = $1 AND actor <> 'cli' ORDER BY id`,
      [enterprise_id],
    );
    const row = { subject_type: 'user', subject_id: user.name, actor: user.name, remote_address: '192.0.2.1' };
    expect(rows).toEqual([
      { ...row, action: 'user.logged_in' },
      { ...row, action: 'user.session_revoked' },
    ]);
  });

  it('leaves one row of each lock-out of a user in the audit log, however many guesses there are, and none of others', async () => {
    const { user, enterprise_id } = await service.createEnterprise();
    const lockedOut = () =>
      service.database.query<Body>(
        `SELECT enterprise_id, subject_id, actor, remote_address FROM platform.audit
         WHERE action = 'user.locked_out' AND remote_address LIKE '203.0.113.%' ORDER BY remote_address`,
      );
    const guess = (name: string, address: string, times: number) =>
      Promise.all(Array.from({ length: times }, () => logIn({ name, password: 'wrong' }, address)));
    await guess(user.name, '203.0.113.3', 9);
    await guess('nobody who is locked', '203.0.113.4', 12);
    await guess(user.name, '203.0.113.1', 30);
    await guess(user.name, '203.0.113.2', 10);
    await eventually('both lock-outs are reported', async () => (await lockedOut()).length >= 2);
    // Also those on their way, as when the process stops.
    await service.api.get(AuditLockOut, { strict: false }).onModuleDestroy();
    const row = { enterprise_id, subject_id: user.name, actor: 'system' };
    expect(await lockedOut()).toEqual([
      { ...row, remote_address: '203.0.113.1' },
      { ...row, remote_address: '203.0.113.2' },
    ]);
  });
});

type User = EnterpriseCredentials['user'];

describe('a session that ends', () => {
  let service: TestService;
  let secondApi: NestFastifyApplication;

  beforeAll(async () => {
    service = await startTestService();
    const { options } = service;
    const module = ApiModule.forRoot(options);
    secondApi = await createHttpApplication({ module, log: options.log, trustedProxies: [] });
  });
  afterAll(async () => {
    await secondApi.close();
    await service.stop();
  });

  /** A user with a session of a program and one of a browser, who and whose administrator can end them. */
  async function someone() {
    const credentials = await service.createEnterprise();
    const admin = await PortalUser.login(service.api, credentials.user);
    const user: User = await admin.create('developer');
    const payload = { ...user };
    const program = (await service.api.inject({ method: 'POST', url: '/authenticate', payload })).json<Tokens>();
    return { credentials, admin, user, program, browser: await Browser.logIn(service.api, user) };
  }
  type Someone = Awaited<ReturnType<typeof someone>>;
  type Tokens = Readonly<Record<'access_token' | 'refresh_token', string>>;

  const refresh = async (refresh_token: string) =>
    (await service.api.inject({ method: 'POST', url: '/refresh', payload: { refresh_token } })).json<Tokens>();
  /** Responds only when the stream of events ends. */
  const follow = (token: string, { credentials }: Someone) => {
    const headers = { authorization: `Bearer ${token}`, 'service-version': 'v2022-09-21' };
    const request = { url: '/deliver/events/stream', headers: { ...headers, 'x-api-key': credentials.api_key } };
    return secondApi.inject(request).then(({ statusCode }) => statusCode);
  };

  const WAYS: Readonly<Record<string, (who: Someone) => Promise<unknown>>> = {
    'its user ends it': async ({ user }) => {
      const own = await PortalUser.login(service.api, user);
      const sessions = (await own.get('/portal/me/sessions')).body['sessions'] as { id: string; current: boolean }[];
      const others = sessions.filter(({ current }) => !current);
      expect([sessions.length, others.length]).toEqual([3, 2]);
      for (const { id } of others) expect((await own.send('DELETE', `/portal/me/sessions/${id}`)).status).toBe(204);
    },
    'a spent refresh token comes back': async ({ program, browser }) => {
      const { refresh_token: next } = await refresh(program.refresh_token);
      await refresh(next);
      await refresh(program.refresh_token);
      const thief = new Browser(service.api);
      thief.cookie = browser.cookie;
      const { token } = browser;
      await browser.refresh();
      await browser.refresh();
      await thief.refresh();
      browser.token = token;
    },
    'the password is changed': async ({ user }) => {
      const own = await PortalUser.login(service.api, user);
      const passwords = { current_password: user.password, new_password: 'twelve blue lamps at dawn' };
      expect((await own.post('/portal/me/password', passwords)).status).toBe(200);
    },
    'the password is reset': ({ admin, user }) => admin.post(`/portal/users/${user.name}/reset`),
    'the user is disabled': ({ admin, user }) => admin.post(`/portal/users/${user.name}/disable`),
    'the user gets another role': ({ admin, user }) =>
      admin.send('PATCH', `/portal/users/${user.name}`, { role: 'read_only' }),
    'the enterprise requires a second factor that it lacks': ({ admin }) =>
      admin.send('PATCH', '/portal/settings', { require_mfa: true }),
  };

  it('takes its access tokens and streams with it within 5 seconds, on every api, in whatever way it ends', async () => {
    const ends = Object.entries(WAYS).map(async ([way, end]) => {
      const who = await someone();
      const tokens = [who.program.access_token, who.browser.token!];
      const status = (api: NestFastifyApplication, token: string) =>
        api.inject({ url: '/portal/me', headers: { authorization: `Bearer ${token}` } });
      const statuses = async () => {
        const answers = await Promise.all(
          tokens.flatMap((token) => [service.api, secondApi].map((api) => status(api, token))),
        );
        return answers.map(({ statusCode }) => statusCode);
      };
      const streams = tokens.map((token) => follow(token, who));
      expect([way, await statuses()]).toEqual([way, [200, 200, 200, 200]]);
      await end(who);
      return { way, statuses, streams };
    });
    const ended = await Promise.all(ends);
    fiveSecondsPass();
    for (const { way, statuses, streams } of ended) {
      expect([way, await statuses()]).toEqual([way, [401, 401, 401, 401]]);
      expect([way, await Promise.all(streams)]).toEqual([way, [200, 200]]);
    }
  });
});
