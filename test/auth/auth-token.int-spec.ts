import type { EnterpriseCredentials } from '@payments/auth';
import { Transactions } from '@payments/persistence';
import { eventually } from '@payments/testing';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { JSONWebKeySet } from 'jose';
import { RateLimits } from '../../libs/auth/src/application/rate-limits.js';
import { PostgresLimitStore } from '../../libs/auth/src/infrastructure/limits/postgres-limit-store.js';
import { CLIENT_SCOPES } from '../../libs/auth/src/domain/scopes.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

describe('POST /oauth/token', () => {
  let service: TestService;
  let credentials: EnterpriseCredentials;

  beforeAll(async () => {
    service = await startTestService();
    credentials = await service.createEnterprise();
    // Without the timeout of the shared store, which on a slow machine falls back to a second bucket in memory.
    const store = new PostgresLimitStore(service.api.get(Transactions, { strict: false }));
    Object.assign(service.api.get(RateLimits, { strict: false }), { store });
  });
  afterAll(() => service.stop());

  const post = async (payload: string, type = JSON_TYPE, headers: Record<string, string> = {}) => {
    const response = await service.api.inject({
      method: 'POST',
      url: '/oauth/token',
      payload,
      headers: { ...(type !== '' && { 'content-type': type }), ...headers },
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: response.json<Record<string, unknown>>(),
    };
  };
  const pair = ({ client_id, client_secret } = credentials) => ({ client_id, client_secret });
  const postJson = (body: unknown) => post(JSON.stringify(body));
  const postForm = (fields: Record<string, string>) => post(new URLSearchParams(fields).toString(), FORM);

  it.each(['JSON', 'a form'])('returns a one-hour bearer token for credentials sent as %s', async (kind) => {
    const answer = await (kind === 'JSON' ? postJson(pair()) : postForm(pair()));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3_600,
      scope: CLIENT_SCOPES.join(' '),
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

  it('narrows the token to the scope that is asked for, and returns it', async () => {
    const { status, body } = await postForm({ ...pair(), scope: 'read:persons write:transfers read:persons' });
    expect([status, body['scope']]).toEqual([200, 'read:persons write:transfers']);
    const headers = { authorization: `Bearer ${String(body['access_token'])}`, 'service-version': 'v2022-09-21' };
    const get = async (url: string) => (await service.api.inject({ url, headers })).statusCode;
    expect([await get('/deliver/persons'), await get('/deliver/businesses')]).toEqual([200, 403]);
  });

  it.each(['read:everything', 'write:users', ' read:persons', 'read:persons  write:persons', 'read:"x"', 5, ['a']])(
    'refuses the scope %j, which the client does not hold or which is none',
    async (scope) => {
      const { status, body } = await postJson({ ...pair(), scope });
      expect([status, body['error_code']]).toEqual([400, 'invalid_scope']);
    },
  );

  it('tells nobody without the secret which scopes a client holds', async () => {
    expect((await postJson({ ...pair(), client_secret: 'wrong', scope: 'read:everything' })).status).toBe(401);
  });

  it('takes the credentials by HTTP Basic, each part encoded as in a form, beside a body or none', async () => {
    const { client_id, client_secret } = credentials;
    const encoded = (text: string) => text.replace(/[^]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
    for (const text of [`${client_id}:${client_secret}`, `${encoded(client_id)}:${encoded(client_secret)}`]) {
      expect((await post('', '', basic(text))).status).toBe(200);
      const { body } = await post(`grant_type=client_credentials&scope=read:persons`, FORM, basic(text));
      expect(body['scope']).toBe('read:persons');
    }
    expect((await post(JSON.stringify({ client_id }), JSON_TYPE, basic(`${client_id}:${client_secret}`))).status).toBe(
      200,
    );
  });

  it.each<[string, (text: string) => string, Record<string, string>, [number, string]]>([
    ['a wrong secret', (text) => `${text}x`, {}, [401, 'unauthorized']],
    ['no colon', () => 'client', {}, [401, 'unauthorized']],
    ['an escape that is none', () => '%zz:secret', {}, [401, 'unauthorized']],
    ['no secret', () => 'client:', {}, [400, 'missing_client_secret']],
    ['a secret in the body too', (text) => text, { client_secret: 's' }, [400, 'invalid_client_secret']],
    ['another client in the body', (text) => text, { client_id: 'other' }, [400, 'invalid_client_id']],
  ])('refuses HTTP Basic with %s', async (...[, change, body, expected]) => {
    const { client_id, client_secret } = credentials;
    const answer = await post(JSON.stringify(body), JSON_TYPE, basic(change(`${client_id}:${client_secret}`)));
    expect([answer.status, answer.body['error_code']]).toEqual(expected);
    const challenge = expected[0] === 401 ? 'Basic realm="payments"' : undefined;
    expect(answer.headers['www-authenticate']).toBe(challenge);
  });

  it('needs no version, no bearer and no API key, and does not mind wrong ones', async () => {
    const headers = { 'service-version': 'v1', authorization: 'Bearer wrong', 'x-api-key': 'wrong' };
    expect((await post(JSON.stringify(pair()), JSON_TYPE, headers)).status).toBe(200);
    const demanding = await service.createEnterprise({ requireApiKey: true });
    expect((await postJson(pair(demanding))).status).toBe(200);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no client_id', { client_secret: 's' }, 'missing_client_id'],
    ['no client_secret', { client_id: 'c' }, 'missing_client_secret'],
    ['an empty client_id', { client_id: '', client_secret: 's' }, 'missing_client_id'],
    ['null', { client_id: null, client_secret: 's' }, 'missing_client_id'],
    ['a number', { client_id: 1, client_secret: 's' }, 'invalid_client_id'],
    ['a list', { client_id: 'c', client_secret: ['s'] }, 'invalid_client_secret'],
    ['another grant', { client_id: 'c', client_secret: 's', grant_type: 'password' }, 'invalid_grant_type'],
    ['a NUL in client_id', { client_id: 'a\u0000b', client_secret: 's' }, 'invalid_client_id'],
    ['a lone surrogate in client_id', { client_id: 'a\ud800b', client_secret: 's' }, 'invalid_client_id'],
    [
      'a million characters cut to what fits',
      { client_id: 'a'.repeat(60_000), client_secret: 's' },
      'invalid_client_id',
    ],
  ])('refuses JSON with %s', async (_, body, code) => {
    const answer = await postJson(body);
    expect([answer.status, answer.body['error_code']]).toEqual([400, code]);
  });

  it.each<[string, string, string]>([
    ['nothing', '', 'missing_client_id'],
    ['no client_secret', 'client_id=c', 'missing_client_secret'],
    ['client_id twice', 'client_id=c&client_id=c&client_secret=s', 'invalid_client_id'],
    ['client_secret twice', 'client_id=c&client_secret=s&client_secret=t', 'invalid_client_secret'],
    [
      'grant_type twice',
      'client_id=c&client_secret=s&grant_type=client_credentials&grant_type=client_credentials',
      'invalid_grant_type',
    ],
    ['another grant', 'client_id=c&client_secret=s&grant_type=authorization_code', 'invalid_grant_type'],
    ['a NUL in client_id', 'client_id=a%00b&client_secret=s', 'invalid_client_id'],
  ])('refuses a form with %s', async (_, payload, code) => {
    const answer = await post(payload, FORM);
    expect([answer.status, answer.body['error_code']]).toEqual([400, code]);
  });

  it('says literally which field is required, and lists both', async () => {
    const { body } = await postJson({});
    expect(body['message']).toBe('client_id is required');
    expect(body['details']).toEqual({
      errors: [
        { field: 'client_id', error_code: 'missing_client_id', message: 'client_id is required' },
        { field: 'client_secret', error_code: 'missing_client_secret', message: 'client_secret is required' },
      ],
    });
  });

  it.each<[string, { payload: string; type?: string; code: string }]>([
    ['a body that is too large', { payload: `{"client_id":"${'a'.repeat(70_000)}"}`, code: 'payload_too_large' }],
    ['another media type', { payload: 'client_id=c', type: 'text/plain', code: 'unsupported_media_type' }],
    ['no media type', { payload: '{}', type: '', code: 'unsupported_media_type' }],
    ['a broken document', { payload: '{"client_id":', code: 'invalid_json' }],
    ['a duplicate key', { payload: '{"client_id":"a","client_id":"b"}', code: 'invalid_json' }],
    ['a list', { payload: '[]', code: 'invalid_body' }],
  ])('returns 400 for %s, since its contract has no 413 and 415', async (_, { payload, type, code }) => {
    const answer = await post(payload, type);
    expect([answer.status, answer.body['error_code']]).toEqual([400, code]);
  });

  it('responds alike to an unknown client, a wrong and another client’s secret', async () => {
    const other = await service.createEnterprise();
    const { client_id, client_secret } = credentials;
    const responses = await Promise.all([
      postJson({ client_id, client_secret: 'wrong' }),
      postJson({ client_id: 'client_nobody', client_secret }),
      postJson({ client_id, client_secret: other.client_secret }),
      postJson({ client_id: `${client_id}x`, client_secret }),
      postJson({ client_id: client_id.toUpperCase(), client_secret }),
      postForm({ client_id, client_secret: `${client_secret} ` }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 401));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses[0].body['error_code']).toBe('unauthorized');
    const names = responses.map(({ headers }) => Object.keys(headers).sort().join());
    expect(new Set(names).size).toBe(1);
  });

  it('slows guesses at one client from one address, says for how long, and lets it back in afterwards', async () => {
    const victim = await service.createEnterprise();
    const wrong = () => postJson({ client_id: victim.client_id, client_secret: 'wrong' });
    const startedAt = performance.now();
    let refused = await wrong();
    let guesses = 0;
    for (; refused.status === 401; refused = await wrong()) guesses++;
    // One more for every three seconds that the guesses took.
    expect(guesses).toBeGreaterThanOrEqual(20);
    expect(guesses).toBeLessThanOrEqual(21 + (performance.now() - startedAt) / 3_000);
    expect([refused.status, refused.body['error_code']]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3);
    await eventually('the right secret is refused too', async () => {
      while ((await wrong()).status !== 429);
      return (await postJson(pair(victim))).status === 429;
    });
    expect((await postJson(pair())).status).toBe(200);
    await eventually('let back in', async () => (await postJson(pair(victim))).status === 200);
  });

  it('gives a client no more than 200 tokens at once', async () => {
    const busy = await service.createEnterprise();
    const startedAt = performance.now();
    const responses = await Promise.all(Array.from({ length: 260 }, () => postJson(pair(busy))));
    const refilled = (10 * (performance.now() - startedAt)) / 1_000;
    const refused = responses.filter(({ status }) => status === 429);
    // On a busy machine some find no connection to the database in time, and have used up their token all the same.
    const taken = responses.filter(({ status }) => status === 200 || status === 503).length;
    expect(taken).toBeGreaterThanOrEqual(200);
    expect(taken).toBeLessThanOrEqual(1.1 * (200 + refilled));
    expect(refused.every(({ headers }) => Number(headers['retry-after']) >= 1)).toBe(true);
  });

  it('responds 403 to a disabled client only if the secret is right', async () => {
    const disabled = await service.createEnterprise();
    await service.database.query('UPDATE auth.clients SET disabled_at = now() WHERE client_id = $1', [
      disabled.client_id,
    ]);
    const answer = await postJson(pair(disabled));
    expect([answer.status, answer.body['error_code']]).toEqual([403, 'forbidden']);
    expect((await postJson({ ...pair(disabled), client_secret: 'wrong' })).status).toBe(401);
  });

  it('signs a token that the published keys verify', async () => {
    const { access_token } = (await postJson(pair())).body as { access_token: string };
    const published = await service.api.inject({ method: 'GET', url: '/.well-known/jwks.json' });
    const keys = published.json<JSONWebKeySet>();
    const { payload, protectedHeader } = await jwtVerify(access_token, createLocalJWKSet(keys));
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: keys.keys[0]!.kid });
    expect(payload).toMatchObject({
      iss: service.options.config.publicBaseUrl,
      aud: 'payments-service',
      sub: credentials.client_id,
      client_id: credentials.client_id,
      enterprise_id: credentials.enterprise_id,
      jti: expect.any(String),
    });
    expect(payload.exp! - payload.iat!).toBe(3_600);
    expect(String(payload['scope']).split(' ')).toContain('write:transfers');
  });

  it('publishes public keys only', async () => {
    const answer = await service.api.inject({ method: 'GET', url: '/.well-known/jwks.json' });
    const { keys } = answer.json<{ keys: Record<string, unknown>[] }>();
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
      expect(key).toMatchObject({ alg: 'ES256', crv: 'P-256', kty: 'EC', use: 'sig' });
    }
  });

  it('leaves no secret in the database, in any column of any table of credentials', async () => {
    const { client_secret, api_key, user } = credentials;
    await postJson(pair());
    const tables = await service.database.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('auth', 'platform')`,
    );
    const kept: string[] = [];
    for (const { name } of tables) {
      const rows = await service.database.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`);
      for (const secret of [client_secret, api_key, user.password]) {
        const forms = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')];
        if (rows.some(({ row }) => forms.some((form) => row.includes(form)))) kept.push(name);
      }
    }
    expect(kept).toEqual([]);
  });
});
