import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { Clock, newId } from '@payments/kernel';
import { Log } from '@payments/observability';
import { checksum62, Enterprises, KeyProvider, randomBase62, Transactions } from '@payments/persistence';
import { eventually } from '@payments/testing';
import { AuthenticateBearer } from '../../libs/auth/src/application/authenticate-bearer.js';
import { CredentialChecks } from '../../libs/auth/src/application/credential-checks.js';
import { newApiKey, parseApiKey } from '../../libs/auth/src/application/credential-text.js';
import { Clients, RefreshFamilies, Users } from '../../libs/auth/src/application/ports.js';
import { JwtAccessTokens } from '../../libs/auth/src/infrastructure/tokens/jwt-access-tokens.js';
import { SigningKeys } from '../../libs/auth/src/infrastructure/tokens/signing-keys.js';
import { ApiClient } from '../support/api-client.js';
import { REASONS } from './forged-tokens.table.js';
import { fiveSecondsPass } from '../support/five-seconds.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const TRANSFERS = '/deliver/transfers';
const encode = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

/** A token of the given parts, signed like the service signs. */
function es256(header: object, payload: unknown, key: KeyObject): string {
  return signed(encode(header), encode(payload), key);
}

function signed(header: string, payload: string, key: KeyObject): string {
  const signature = sign('sha256', Buffer.from(`${header}.${payload}`), { key, dsaEncoding: 'ieee-p1363' });
  return `${header}.${payload}.${signature.toString('base64url')}`;
}

/** The JSON in base64url whose last character has bits to spare: blanks fill it to one byte more than a multiple of 3. */
function spared(part: unknown): string {
  const json = JSON.stringify(part);
  return encode(json + ' '.repeat((4 - (Buffer.byteLength(json) % 3)) % 3));
}

const toPlain = (part: string) => part.replaceAll('-', '+').replaceAll('_', '/');

/** Another spelling of the same bytes: the last of the spare bits is set. */
function respelled(part: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const other = part.slice(0, -1) + alphabet[alphabet.indexOf(part.at(-1)!) + 1]!;
  expect(Buffer.from(other, 'base64url')).toEqual(Buffer.from(part, 'base64url'));
  return other;
}

describe('a call with a bearer token', () => {
  let service: TestService;
  let client: ApiClient;
  let ours: KeyObject;
  let publicKey: KeyObject;
  let header: Record<string, unknown>;
  let claims: Record<string, unknown>;
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  beforeAll(async () => {
    service = await startTestService();
    client = await service.client();
    const key = await service.api.get(SigningKeys, { strict: false }).current(new Date());
    ours = key.privateKey;
    publicKey = key.publicKey;
    const [head, body] = client.token
      .split('.', 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object);
    header = { ...head };
    claims = { ...body };
  });
  afterAll(() => service.stop());

  /** What checks tokens in another process: nothing that this one has read before is known there. */
  function anotherProcess() {
    const get = <T>(port: abstract new (...parameters: never[]) => T) => service.api.get<T>(port, { strict: false });
    const keys = new SigningKeys(get(Transactions), get(KeyProvider));
    const tokens = new JwtAccessTokens(keys, get(Clock), service.options.config);
    const checks = new CredentialChecks(get(Clients), get(Users), get(RefreshFamilies));
    const bearer = new AuthenticateBearer(tokens, checks, get(Enterprises), get(Clock), get(Log));
    return { keys, bearer };
  }
  const call = (token: string) =>
    service.api.inject({
      method: 'GET',
      url: TRANSFERS,
      headers: { ...client.headers, authorization: `Bearer ${token}` },
    });
  const without = (object: Record<string, unknown>, ...names: string[]) =>
    Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
  const now = () => Math.floor(Date.now() / 1000);

  it('succeeds, also when the token was signed elsewhere with our key and claims', async () => {
    expect((await call(client.token)).statusCode).toBe(200);
    expect((await call(es256(header, { ...claims, jti: newId() }, ours))).statusCode).toBe(200);
  });

  it('gets the same 401 for every forged token as for none', async () => {
    const jwk = stranger.publicKey.export({ format: 'jwk' });
    const hs256 = (secret: string | Buffer) => {
      const signed = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
    };
    const [head, body, signature] = client.token.split('.') as [string, string, string];
    const plainBase64 = (): string => {
      const token = es256(header, { ...claims, jti: newId() }, ours);
      return /[-_][^.]*$/.test(token) ? token.replace(/[^.]*$/, toPlain) : plainBase64();
    };
    const forged: Record<string, string> = {
      'alg none without a signature': `${encode({ ...header, alg: 'none' })}.${body}.`,
      'alg None with our signature': `${encode({ ...header, alg: 'None' })}.${body}.${signature}`,
      'HS256 with the public key as PEM': hs256(publicKey.export({ type: 'spki', format: 'pem' })),
      'HS256 with the public key as DER': hs256(publicKey.export({ type: 'spki', format: 'der' })),
      'HS256 with the public key as JWK': hs256(JSON.stringify(publicKey.export({ format: 'jwk' }))),
      'HS256 with an empty secret': hs256(''),
      'ES384 in the header': es256({ ...header, alg: 'ES384' }, claims, ours),
      'no alg': es256(without(header, 'alg'), claims, ours),
      'the key of a stranger under our kid': es256(header, claims, stranger.privateKey),
      'the key of a stranger under a kid of its own': es256({ ...header, kid: newId() }, claims, stranger.privateKey),
      'our key under another kid': es256({ ...header, kid: newId() }, claims, ours),
      'our key without a kid': es256(without(header, 'kid'), claims, ours),
      'a kid that is SQL': es256({ ...header, kid: "' OR '1'='1" }, claims, stranger.privateKey),
      'a kid that is a path': es256({ ...header, kid: '../../dev/null' }, claims, stranger.privateKey),
      'the key of a stranger in jwk': es256({ ...header, jwk }, claims, stranger.privateKey),
      'the key of a stranger in jwk without a kid': es256(
        { ...without(header, 'kid'), jwk },
        claims,
        stranger.privateKey,
      ),
      'the key of a stranger at jku': es256(
        { ...header, jku: 'http://127.0.0.1:1/jwks.json' },
        claims,
        stranger.privateKey,
      ),
      'the key of a stranger at x5u': es256(
        { ...header, x5u: 'http://127.0.0.1:1/x.pem' },
        claims,
        stranger.privateKey,
      ),
      'a critical header that nobody knows': es256({ ...header, crit: ['exp2'], exp2: 1 }, claims, ours),
      'the type of another token': es256({ ...header, typ: 'JWT' }, claims, ours),
      'no type': es256(without(header, 'typ'), claims, ours),
      'another issuer': es256(header, { ...claims, iss: 'https://issuer.example' }, ours),
      'no issuer': es256(header, without(claims, 'iss'), ours),
      'another audience': es256(header, { ...claims, aud: 'another-service' }, ours),
      'no audience': es256(header, without(claims, 'aud'), ours),
      'a time that is over': es256(header, { ...claims, iat: now() - 4_000, exp: now() - 60 }, ours),
      'no end': es256(header, without(claims, 'exp'), ours),
      'an end that is no number': es256(header, { ...claims, exp: 'never' }, ours),
      'a time that has not come': es256(header, { ...claims, nbf: now() + 600 }, ours),
      'a making in the future': es256(header, { ...claims, iat: now() + 3_600, exp: now() + 7_200 }, ours),
      'no time of making': es256(header, without(claims, 'iat'), ours),
      'no subject': es256(header, without(claims, 'sub'), ours),
      'no id': es256(header, without(claims, 'jti'), ours),
      'no client': es256(header, without(claims, 'client_id'), ours),
      'an unknown client': es256(header, { ...claims, client_id: 'client_nobody', sub: 'client_nobody' }, ours),
      'the subject of another client': es256(header, { ...claims, sub: 'client_nobody' }, ours),
      'a client that poses as a portal user': es256(header, { ...claims, client_id: 'portal' }, ours),
      'another enterprise': es256(header, { ...claims, enterprise_id: newId() }, ours),
      'no enterprise': es256(header, without(claims, 'enterprise_id'), ours),
      'no scope': es256(header, without(claims, 'scope'), ours),
      'a list of scopes': es256(header, { ...claims, scope: ['read:transfers'] }, ours),
      'no credential version': es256(header, without(claims, 'credential_version'), ours),
      'an older credential version': es256(header, { ...claims, credential_version: 0 }, ours),
      'claims that are a list': es256(header, [claims], ours),
      'claims that are no JSON': es256(header, 'claims', ours),
      'another payload under our signature': `${head}.${encode({ ...claims, jti: 'x' })}.${signature}`,
      'a claim twice under our signature': `${head}.${encode(JSON.stringify(claims).replace('{', '{"scope":"x",'))}.${signature}`,
      'no signature': `${head}.${body}.`,
      'two parts': `${head}.${body}`,
      'four parts': `${client.token}.eA`,
      'five parts': `${head}..${body}.${signature}.eA`,
      'an empty header': `.${body}.${signature}`,
      'a signature of zeros': `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`,
      'a signature in DER': `${head}.${body}.${sign('sha256', Buffer.from(`${head}.${body}`), ours).toString('base64url')}`,
      'spare bits in the signature': `${head}.${body}.${respelled(signature)}`,
      'spare bits in the header': signed(respelled(spared(header)), encode(claims), ours),
      'spare bits in the payload': signed(encode(header), respelled(spared(claims)), ours),
      'padding after the signature': `${client.token}=`,
      'double padding after the signature': `${client.token}==`,
      'the signature in plain base64': plainBase64(),
      'padding after the header': `${head}=.${body}.${signature}`,
      'padding after the payload': `${head}.${body}=.${signature}`,
      'no token at all': '',
      'a word': 'word',
    };
    const { body: expected } = await service.api.inject({ method: 'GET', url: TRANSFERS });
    expect(JSON.parse(expected)).toMatchObject({ error_code: 'unauthorized', details: null });
    const accepted: unknown[] = [];
    const reasons: Record<string, unknown> = {};
    const log = jest.spyOn(service.api.get(Log, { strict: false }), 'info');
    for (const [name, token] of Object.entries(forged)) {
      log.mockClear();
      const response = await call(token);
      reasons[name] = log.mock.calls.find(([event]) => event === 'token_rejected')?.[1]?.reason;
      const refused =
        response.statusCode === 401 &&
        response.body === expected &&
        response.headers['www-authenticate'] === 'Bearer error="invalid_token"';
      if (!refused) accepted.push([name, response.statusCode, response.body]);
    }
    log.mockRestore();
    expect(accepted).toEqual([]);
    expect(reasons).toEqual(REASONS);
  });

  it('is refused when any single bit of the token was changed', async () => {
    const parts = client.token.split('.').map((part) => Buffer.from(part, 'base64url'));
    const responses: [number, number, number][] = [];
    for (const [index, part] of parts.entries()) {
      for (let bit = 0; bit < part.length * 8; bit += 13) {
        const changed = parts.map((bytes) => Buffer.from(bytes));
        changed[index]![bit >> 3]! ^= 1 << (bit & 7);
        const { statusCode } = await call(changed.map((bytes) => bytes.toString('base64url')).join('.'));
        if (statusCode !== 401) responses.push([index, bit, statusCode]);
      }
    }
    expect(responses).toEqual([]);
  });

  it('forgives clocks that differ by up to 30 seconds', async () => {
    expect((await call(es256(header, { ...claims, exp: now() - 20 }, ours))).statusCode).toBe(200);
    expect((await call(es256(header, { ...claims, exp: now() - 40 }, ours))).statusCode).toBe(401);
  });

  it('is refused within 5 seconds once its client is disabled, on every process', async () => {
    const other = anotherProcess();
    const disabled = await service.client();
    const elsewhere = () => other.bearer.execute(`Bearer ${disabled.token}`).then(Boolean, () => false);
    expect((await call(disabled.token)).statusCode).toBe(200);
    expect(await elsewhere()).toBe(true);
    await service.database.query('UPDATE auth.clients SET disabled_at = now() WHERE client_id = $1', [
      disabled.credentials.client_id,
    ]);
    fiveSecondsPass();
    expect([(await call(disabled.token)).statusCode, await elsewhere()]).toEqual([401, false]);
    expect((await call(client.token)).statusCode).toBe(200);
  });

  it('is refused within 5 seconds once its credentials were changed', async () => {
    const changed = await service.client();
    expect((await call(changed.token)).statusCode).toBe(200);
    const { client_id } = changed.credentials;
    await service.database.query('UPDATE auth.clients SET version = version + 1 WHERE client_id = $1', [client_id]);
    fiveSecondsPass();
    expect((await call(changed.token)).statusCode).toBe(401);
    const again = await ApiClient.login(service.api, changed.credentials);
    expect((await call(again.token)).statusCode).toBe(200);
  });

  it('sees a new signing key published before it signs, and a token signed with it is taken by every process', async () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const kid = newId();
    const pkcs8 = pair.privateKey.export({ format: 'der', type: 'pkcs8' });
    const { masterKeyId, wrapped } = await service.api
      .get(KeyProvider, { strict: false })
      .wrap(pkcs8, `signing-key|${kid}`);
    await service.database.query(
      `INSERT INTO auth.signing_keys (kid, public_jwk, master_key_id, wrapped_private_key, signs_from)
       VALUES ($1, $2, $3, $4, now() + interval '1 hour')`,
      [kid, { ...pair.publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }, masterKeyId, wrapped],
    );
    const fresh = anotherProcess();
    const published = (await fresh.keys.all(new Date())).map((key) => key.kid);
    expect(published.sort()).toEqual([String(header['kid']), kid].sort());
    expect((await fresh.keys.current(new Date())).kid).toBe(header['kid']);
    const early = es256({ ...header, kid }, { ...claims, jti: newId() }, pair.privateKey);
    expect(await fresh.bearer.execute(`Bearer ${early}`)).toMatchObject({
      subject: { kind: 'client', name: client.credentials.client_id },
    });
    await eventually('taken', async () => (await call(early)).statusCode === 200);
    expect((await call(client.token)).statusCode).toBe(200);
    await service.database.query('UPDATE auth.signing_keys SET retired_at = now() WHERE kid = $1', [kid]);
    await expect(anotherProcess().bearer.execute(`Bearer ${early}`)).rejects.toMatchObject({ code: 'unauthorized' });
  });
});

describe('a call with an API key', () => {
  let service: TestService;
  let client: ApiClient;
  let demanding: ApiClient;

  beforeAll(async () => {
    service = await startTestService();
    client = await service.client();
    demanding = await service.client({ requireApiKey: true });
  });
  afterAll(() => service.stop());

  const call = (caller: ApiClient, key?: string) =>
    caller.send('GET', TRANSFERS, { headers: { ...(key !== undefined && { 'x-api-key': key }) } });

  it('passes with the right key, and without one where the enterprise demands none', async () => {
    expect((await call(client, client.credentials.api_key)).status).toBe(200);
    expect((await call(client)).status).toBe(200);
    expect((await call(demanding, demanding.credentials.api_key)).status).toBe(200);
  });

  it('is refused without a key where the enterprise demands one', async () => {
    const response = await call(demanding);
    expect([response.status, response.body['error_code']]).toEqual([403, 'forbidden']);
  });

  it('is refused alike for every key that is not right, whether one is demanded or not', async () => {
    const { api_key } = client.credentials;
    const swapped = api_key.slice(0, -1) + (api_key.endsWith('0') ? '1' : '0');
    const wrong = [
      '',
      'x',
      swapped,
      `${api_key} `.repeat(2).trim(),
      newApiKey('sandbox'),
      newApiKey('production'),
      api_key.replace('sandbox', 'production'),
      demanding.credentials.api_key,
      `psk_sandbox_${'x'.repeat(5_000)}`,
    ];
    const responses = await Promise.all(wrong.map((key) => call(client, key)));
    expect(responses.map(({ status }) => status)).toEqual(wrong.map(() => 403));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect((await call(demanding, client.credentials.api_key)).status).toBe(403);
  });

  it('is refused when only the secret part of a known key differs', async () => {
    const { api_key } = client.credentials;
    const { lookup } = parseApiKey(api_key)!;
    const guess = `${lookup}${randomBase62(32, 43).slice(lookup.length)}`;
    const forged = `psk_sandbox_${guess}${checksum62(guess)}`;
    expect(parseApiKey(forged)).toEqual({ environment: 'sandbox', lookup });
    expect((await call(client, forged)).status).toBe(403);
    expect((await call(client, api_key)).status).toBe(200);
  });

  it('is refused within 5 seconds once the key is revoked', async () => {
    const revoked = await service.client();
    const { api_key } = revoked.credentials;
    expect((await call(revoked, api_key)).status).toBe(200);
    await service.database.query('UPDATE auth.api_keys SET revoked_at = now() WHERE lookup = $1', [
      parseApiKey(api_key)!.lookup,
    ]);
    fiveSecondsPass();
    expect((await call(revoked, api_key)).status).toBe(403);
    expect((await call(revoked)).status).toBe(200);
  });

  it('does without a bearer as little as anybody', async () => {
    const headers = { 'x-api-key': client.credentials.api_key, 'service-version': 'v2022-09-21' };
    const response = await service.api.inject({ method: 'GET', url: TRANSFERS, headers });
    expect(response.statusCode).toBe(401);
  });
});
