import { randomBytes } from 'node:crypto';
import { DomainError, FixedClock, HOUR_MS, newId } from '@payments/kernel';
import { Log } from '@payments/observability';
import { Enterprises, Secrets } from '@payments/persistence';
import type { Config } from '@payments/config';
import type { Tenant } from '@payments/observability';
import type { ApiKeyState, ClientState } from '../domain/credentials.js';
import { AuthenticateApiKey } from './authenticate-api-key.js';
import { AuthenticateBearer } from './authenticate-bearer.js';
import { MemoryLimitStore } from '../infrastructure/limits/memory-limit-store.js';
import { CredentialChecks } from './credential-checks.js';
import { newApiKey, parseApiKey } from './credential-text.js';
import { IssueToken } from './issue-token.js';
import { AccessTokens, ApiKeys, Clients } from './ports.js';
import { RateLimits } from './rate-limits.js';
import { RequestLimits } from './request-limits.js';
import type { AccessTokenClaims, RefreshFamilies, RefusedToken, Users, VerifiedToken } from './ports.js';

const NOW = new Date('2026-01-31T17:00:00Z');
const secrets = new Secrets({ pepper: randomBytes(32), blind_index: randomBytes(32) });

const nothing = () => Promise.resolve(undefined);

class FakeClients extends Clients {
  readonly known = new Map<string, ClientState>();
  asked = 0;

  find(clientId: string): Promise<ClientState | undefined> {
    this.asked++;
    return Promise.resolve(this.known.get(clientId));
  }

  add = nothing;
  lock = nothing;
  disable = nothing;
  setOwner = nothing;
  countLiveBeforeAdding = () => Promise.resolve(0);
  list = () => Promise.resolve([]);

  change(clientId: string, change: Partial<ClientState>): void {
    this.known.set(clientId, { ...this.known.get(clientId)!, ...change });
  }
}

class FakeApiKeys extends ApiKeys {
  readonly known = new Map<string, ApiKeyState>();
  asked = 0;

  find(lookup: string): Promise<ApiKeyState | undefined> {
    this.asked++;
    return Promise.resolve(this.known.get(lookup));
  }

  add = nothing;
  lock = nothing;
  revoke = nothing;
  list = () => Promise.resolve([]);
}

/** Tokens that are their own claims. */
class FakeTokens extends AccessTokens {
  verified = 0;

  constructor(private readonly clock: FixedClock) {
    super();
  }

  sign(claims: AccessTokenClaims, lifetimeSeconds: number): Promise<string> {
    const exp = this.clock.now().getTime() / 1000 + lifetimeSeconds;
    return Promise.resolve(Buffer.from(JSON.stringify({ ...claims, exp })).toString('base64url'));
  }

  verify(token: string): Promise<VerifiedToken | RefusedToken> {
    this.verified++;
    try {
      const claims = JSON.parse(Buffer.from(token, 'base64url').toString()) as VerifiedToken;
      return Promise.resolve(claims.exp * 1000 > this.clock.now().getTime() ? claims : { refused: 'expired' });
    } catch {
      return Promise.resolve({ refused: 'no token' });
    }
  }
}

class FakeEnterprises extends Enterprises {
  constructor(private readonly tenant: Tenant) {
    super(undefined as never, undefined as never, undefined as never);
  }

  override get(enterpriseId: string): Promise<Tenant> {
    return Promise.resolve({ ...this.tenant, enterpriseId });
  }

  override recall(enterpriseId: string): Tenant {
    return { ...this.tenant, enterpriseId };
  }
}

function tenantOf(enterpriseId: string, require_api_key = false): Tenant {
  const settings = { require_api_key, customer_requirements: 'at_transfer', unique_account_details: false } as const;
  return { enterpriseId, enterpriseName: 'Acme', environment: 'sandbox', settings };
}

function setUp() {
  const clock = new FixedClock(NOW);
  const clients = new FakeClients();
  const tokens = new FakeTokens(clock);
  const client: ClientState = {
    enterprise_id: newId(),
    client_id: 'client_a',
    secret_hash: secrets.hash('right'),
    scopes: ['read:transfers', 'write:transfers'],
    owner: null,
    version: 3,
    disabled_at: null,
    created_at: NOW,
  };
  clients.known.set(client.client_id, client);
  const enterprises = new FakeEnterprises(tenantOf(client.enterprise_id));
  const limits = new RateLimits(new MemoryLimitStore(clock), secrets, clock);
  const rateLimits = { readsPerSecond: 10, writesPerSecond: 10, tokensPerMinute: 600, addressPerSecond: 10 };
  const requestLimits = new RequestLimits({ rateLimits } as Config);
  const issue = new IssueToken(clients, tokens, secrets, enterprises, limits, requestLimits);
  const none = { find: nothing } as unknown as Users & RefreshFamilies;
  const checks = new CredentialChecks(clients, none, none);
  const bearer = new AuthenticateBearer(tokens, checks, enterprises, clock, new Log('test', 'silent'));
  const ask = (client_id = 'client_a', client_secret = 'right', remote_address = '192.0.2.1') =>
    issue.execute({ client_id, client_secret, remote_address });
  return { clock, clients, tokens, client, bearer, ask };
}

const refusal = async (work: Promise<unknown>) => {
  try {
    await work;
    return 'accepted';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
};

describe(IssueToken.name, () => {
  it('issues a one-hour bearer token with client, enterprise and scopes', async () => {
    const { ask, tokens, client } = setUp();
    const { response, headers } = await ask();
    expect(headers).toMatchObject({ 'RateLimit-Policy': '"token";q=600;w=60' });
    const scope = 'read:transfers write:transfers';
    expect(response).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3_600, scope });
    expect(await tokens.verify(response.access_token)).toEqual({
      subject: { kind: 'client', name: 'client_a' },
      enterprise_id: client.enterprise_id,
      scope: 'read:transfers write:transfers',
      credential_version: 3,
      exp: NOW.getTime() / 1000 + 3_600,
    });
  });

  it('rejects an unknown client exactly like a wrong secret, after one lookup', async () => {
    const { ask, clients } = setUp();
    const wrong = await ask('client_a', 'wrong').catch((error: unknown) => error as DomainError);
    const unknown = await ask('client_b', 'right').catch((error: unknown) => error as DomainError);
    expect(wrong).toMatchObject({ code: 'unauthorized', kind: 'unauthenticated' });
    expect(unknown).toEqual(wrong);
    expect(clients.asked).toBe(2);
  });

  it('reveals that a client is disabled only to holders of its secret', async () => {
    const { ask, clients } = setUp();
    clients.change('client_a', { disabled_at: NOW });
    expect(await refusal(ask())).toBe('forbidden');
    expect(await refusal(ask('client_a', 'wrong'))).toBe('unauthorized');
  });

  it('rejects an empty secret for an unknown client', async () => {
    const { ask } = setUp();
    expect(await refusal(ask('client_b', ''))).toBe('unauthorized');
  });

  it('issues 200 tokens at once and 600 a minute, within 10%', async () => {
    const { ask, clock } = setUp();
    const burst = await Promise.all(Array.from({ length: 300 }, () => refusal(ask())));
    const given = burst.filter((outcome) => outcome === 'accepted').length;
    expect([given >= 200, given <= 220]).toEqual([true, true]);
    await expect(ask()).rejects.toMatchObject({
      code: 'too_many_requests',
      extras: { headers: { 'Retry-After': expect.stringMatching(/^[12]$/) } },
    });
    let later = 0;
    for (let second = 0; second < 60; second++) {
      clock.advance(1_000);
      const outcomes = await Promise.all(Array.from({ length: 15 }, () => refusal(ask())));
      later += outcomes.filter((outcome) => outcome === 'accepted').length;
    }
    expect([later >= 580, later <= 660]).toEqual([true, true]);
  });

  it('rejects even the right secret after 20 failures from one address', async () => {
    const { ask, clock } = setUp();
    for (let i = 0; i < 20; i++) expect(await refusal(ask('client_a', 'wrong'))).toBe('unauthorized');
    expect(await refusal(ask('client_a', 'wrong'))).toBe('too_many_requests');
    expect(await refusal(ask())).toBe('too_many_requests');
    clock.advance(3_000);
    expect(await refusal(ask())).toBe('accepted');
  });

  it('locks out neither other addresses nor other clients at the same address', async () => {
    const { ask, clients, client } = setUp();
    clients.known.set('client_b', { ...client, client_id: 'client_b' });
    for (let i = 0; i < 21; i++) await refusal(ask('client_a', 'wrong'));
    expect(await refusal(ask('client_a', 'right', '192.0.2.2'))).toBe('accepted');
    expect(await refusal(ask('client_b'))).toBe('accepted');
  });

  it('does not count successes as failures', async () => {
    const { ask } = setUp();
    for (let i = 0; i < 50; i++) expect(await refusal(ask())).toBe('accepted');
    expect(await refusal(ask('client_a', 'wrong'))).toBe('unauthorized');
  });

  it('limits unknown clients too, to slow id guessing', async () => {
    const { ask } = setUp();
    for (let i = 0; i < 20; i++) await refusal(ask('client_x', 'wrong'));
    expect(await refusal(ask('client_x', 'wrong'))).toBe('too_many_requests');
  });
});

describe(AuthenticateBearer.name, () => {
  const header = async ({ ask }: ReturnType<typeof setUp>) => `Bearer ${(await ask()).response.access_token}`;

  it('turns a token into client, enterprise and scopes', async () => {
    const setting = setUp();
    const principal = await setting.bearer.execute(await header(setting));
    expect(principal.subject).toEqual({ kind: 'client', name: 'client_a' });
    expect(principal.tenant.enterpriseId).toBe(setting.client.enterprise_id);
    expect([...principal.scopes]).toEqual(['read:transfers', 'write:transfers']);
  });

  it('accepts the scheme in any letter case', async () => {
    const setting = setUp();
    const sent = (await header(setting)).replace('Bearer', 'bEARER');
    expect(await refusal(setting.bearer.execute(sent))).toBe('accepted');
  });

  const INVALID = 'Bearer error="invalid_token"';
  it.each<[string, (token: string) => string | undefined, string?]>([
    ['no header', () => undefined],
    ['an empty header', () => ''],
    ['a token alone', (token) => token],
    ['the scheme alone', () => 'Bearer', INVALID],
    ['the scheme and a blank', () => 'Bearer ', INVALID],
    ['another scheme', (token) => `Basic ${token}`],
    ['two tokens', (token) => `Bearer ${token} ${token}`, INVALID],
    ['a token that is none', () => 'Bearer abc', INVALID],
    ['a comma behind the token', (token) => `Bearer ${token},`, INVALID],
    ['a blank in front', (token) => ` Bearer ${token}`, INVALID],
  ])('rejects %s with a challenge', async (_, change, challenge = 'Bearer') => {
    const setting = setUp();
    const { access_token } = (await setting.ask()).response;
    await expect(setting.bearer.execute(change(access_token))).rejects.toMatchObject({
      code: 'unauthorized',
      extras: { headers: { 'WWW-Authenticate': challenge } },
    });
  });

  it('verifies a token once and rejects it after it expires', async () => {
    const setting = setUp();
    const sent = await header(setting);
    for (let i = 0; i < 5; i++) await setting.bearer.execute(sent);
    expect(setting.tokens.verified).toBe(1);
    setting.clock.advance(HOUR_MS);
    expect(setting.bearer.recall(sent)).toBeUndefined();
    expect(await refusal(setting.bearer.execute(sent))).toBe('unauthorized');
  });

  it('recalls a caller that was just identified, as it was, and no other', async () => {
    const setting = setUp();
    const sent = await header(setting);
    expect(setting.bearer.recall(sent)).toBeUndefined();
    const principal = await setting.bearer.execute(sent);
    expect(setting.bearer.recall(sent)).toEqual(principal);
    expect(setting.clients.asked).toBe(2);
    expect([undefined, 'Bearer abc', `${sent}x`].map((other) => setting.bearer.recall(other))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each<[string, Partial<ClientState>]>([
    ['was disabled', { disabled_at: NOW }],
    ['changed', { version: 4 }],
    ['is of another enterprise', { enterprise_id: newId() }],
  ])('recalls nobody whose credential %s', async (_, change) => {
    const setting = setUp();
    const sent = await header(setting);
    setting.clients.change('client_a', change);
    expect(await refusal(setting.bearer.execute(sent))).toBe('unauthorized');
    expect(setting.bearer.recall(sent)).toBeUndefined();
  });

  it('caches the client between calls', async () => {
    const setting = setUp();
    const sent = await header(setting);
    setting.clients.asked = 0;
    for (let i = 0; i < 5; i++) await setting.bearer.execute(sent);
    expect(setting.clients.asked).toBe(1);
  });

  it.each<[string, Partial<ClientState> | undefined]>([
    ['disabled', { disabled_at: NOW }],
    ['changed since', { version: 4 }],
    ['gone', undefined],
  ])('rejects tokens of a client that is %s after cache expiry', async (_, change) => {
    const setting = setUp();
    const sent = await header(setting);
    expect(await refusal(setting.bearer.execute(sent))).toBe('accepted');
    if (change === undefined) setting.clients.known.clear();
    else setting.clients.change('client_a', change);
    const start = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(start + 5_000);
    expect(await refusal(setting.bearer.execute(sent))).toBe('unauthorized');
    clock.mockRestore();
  });

  it('does not cache a failed lookup', async () => {
    const setting = setUp();
    const sent = await header(setting);
    const find = jest.spyOn(setting.clients, 'find').mockRejectedValueOnce(new Error('database away'));
    await expect(setting.bearer.execute(sent)).rejects.toThrow('database away');
    find.mockRestore();
    expect(await refusal(setting.bearer.execute(sent))).toBe('accepted');
  });
});

describe(AuthenticateApiKey.name, () => {
  const enterprise = newId();
  const callerOf = (kind: 'client' | 'user', demands = false) => ({
    subject: { kind, name: 'a' },
    tenant: tenantOf(enterprise, demands),
  });
  const client = (demands = false) => callerOf('client', demands);

  function withKey(change: Partial<ApiKeyState> = {}) {
    const keys = new FakeApiKeys();
    const key = newApiKey('sandbox');
    const { lookup } = parseApiKey(key)!;
    const state = { enterprise_id: enterprise, lookup, key_hash: secrets.hash(key), environment: 'sandbox' as const };
    keys.known.set(lookup, { ...state, revoked_at: null, created_at: NOW, ...change });
    return { keys, key, check: new AuthenticateApiKey(keys, secrets) };
  }

  const without = async (check: AuthenticateApiKey, caller: Parameters<AuthenticateApiKey['assertOptional']>[0]) =>
    Promise.resolve(check.assertOptional(caller));

  it('accepts a valid key, whether the enterprise requires one or not', async () => {
    const { check, key } = withKey();
    expect(await refusal(check.execute(key, client()))).toBe('accepted');
    expect(await refusal(check.execute(key, client(true)))).toBe('accepted');
  });

  it('requires a key only if the enterprise does', async () => {
    const { check } = withKey();
    expect(await refusal(without(check, client()))).toBe('accepted');
    expect(await refusal(without(check, client(true)))).toBe('forbidden');
  });

  it('always requires a key from portal users', async () => {
    const { check, key } = withKey();
    expect(await refusal(without(check, callerOf('user')))).toBe('forbidden');
    expect(await refusal(check.execute(key, callerOf('user')))).toBe('accepted');
  });

  it.each<[string, Partial<ApiKeyState>]>([
    ['revoked', { revoked_at: NOW }],
    ['of another enterprise', { enterprise_id: newId() }],
    ['of another environment in the store', { environment: 'production' }],
    ['of another hash', { key_hash: secrets.hash('another') }],
  ])('rejects a key that is %s', async (_, change) => {
    const { check, key } = withKey(change);
    expect(await refusal(check.execute(key, client()))).toBe('forbidden');
  });

  it('rejects a malformed or other-environment key without a lookup', async () => {
    const { check, keys, key } = withKey();
    const typo = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    for (const sent of [newApiKey('production'), '', 'psk_sandbox_', typo]) {
      expect(await refusal(check.execute(sent, client()))).toBe('forbidden');
    }
    expect(keys.asked).toBe(0);
  });

  it('rejects an unknown key and caches the result', async () => {
    const { check, keys } = withKey();
    const unknown = newApiKey('sandbox');
    for (let i = 0; i < 3; i++) expect(await refusal(check.execute(unknown, client()))).toBe('forbidden');
    expect(keys.asked).toBe(1);
  });

  it('rejects a revoked key within 5 seconds', async () => {
    const { check, keys, key } = withKey();
    await check.execute(key, client());
    const { lookup } = parseApiKey(key)!;
    keys.known.set(lookup, { ...keys.known.get(lookup)!, revoked_at: NOW });
    const start = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(start + 5_000);
    expect(await refusal(check.execute(key, client()))).toBe('forbidden');
    clock.mockRestore();
  });
});
