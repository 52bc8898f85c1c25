import type { EnterpriseCredentials } from '@payments/auth';
import { RotateSigningKey } from '@payments/auth';
import { eventually } from '@payments/testing';
import { ApiClient } from '../support/api-client.js';
import { runCommand } from '../support/command.js';
import { PortalUser } from '../support/portal-user.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('apps/cli/src', 'migrations');

type Body = Record<string, unknown>;

describe('the commands of the operator', () => {
  let service: TestService;
  let credentials: EnterpriseCredentials;

  beforeAll(async () => {
    service = await startTestService();
    credentials = await service.createEnterprise();
  });
  afterAll(() => service.stop());

  const command = (...args: string[]) => runCommand(args, service.database.environment);
  const json = async (...args: string[]) => {
    const { stdout, stderr } = await command(...args, '--json');
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as Body;
  };

  it('replace a client, an API key and a user, while the service runs', async () => {
    const old = await ApiClient.login(service.api, credentials);
    const made = await json('client', 'create', '--scopes', 'read:persons', 'write:persons');
    const { client_id } = made['client'] as { client_id: string };
    const client_secret = String(made['client_secret']);
    expect(made['client']).toMatchObject({ owner: credentials.user.name });
    const next = await ApiClient.login(service.api, { ...credentials, client_id, client_secret });
    expect((await command('client', 'create')).stderr).toContain('too_many_clients');
    await json('client', 'disable', credentials.client_id);
    await eventually('refused', async () => (await old.get('/deliver/persons')).status === 401);
    const key = await json('api-key', 'create');
    const headers = { 'x-api-key': String(key['key']) };
    expect((await next.send('GET', '/deliver/persons', { headers })).status).toBe(200);
    await json('api-key', 'revoke', (key['api_key'] as { id: string }).id);
    const call = async () => (await next.send('GET', '/deliver/persons', { headers })).status;
    await eventually('the key refused', async () => (await call()) === 403);
    const name = 'maria@acme.example';
    const user = await json('user', 'create', '--name', name, '--role', 'read_only');
    const password = String(user['password']);
    await PortalUser.login(service.api, { name, password });
    await json('user', 'disable', name);
    await expect(PortalUser.login(service.api, { name, password })).rejects.toThrow('unauthorized');
    await json('user', 'enable', name);
    await PortalUser.login(service.api, { name, password });
    const reset = await json('user', 'reset', name);
    expect(reset['user']).toMatchObject({ name, must_change_password: true });
    await expect(PortalUser.login(service.api, { name, password })).rejects.toThrow('unauthorized');
    await PortalUser.login(service.api, { name, password: String(reset['password']) });
    await json('user', 'disable', name);
    const last = await command('user', 'disable', credentials.user.name);
    expect([last.code, last.stderr]).toEqual([1, expect.stringContaining('last_administrator')]);
    expect((await json('client', 'set-owner', client_id, name))['client']).toMatchObject({ client_id, owner: name });
    expect((await command('client', 'set-owner', client_id, 'nobody')).stderr).toContain('unknown_owner');
    await json('client', 'disable', client_id);
    expect((await command('client', 'create', '--owner', 'nobody')).stderr).toContain('unknown_owner');
    const owned = await json('client', 'create', '--owner', name);
    expect((await json('client', 'list'))['clients']).toMatchObject([
      owned['client'],
      { owner: name },
      { client_id: old.credentials.client_id },
    ]);
    const { stdout } = await command('user', 'list');
    expect(stdout).toMatch(/^maria@acme\.example .*role read_only .*disabled_at/m);
  });

  it('set and show what holds for an enterprise', async () => {
    const changed = await json('settings', '--unique-account-details', 'true', '--writes-per-second', '500');
    expect(changed['settings']).toMatchObject({
      unique_account_details: true,
      rate_limits: { writes_per_second: 500 },
    });
    const both = await json('settings', '--reads-per-second', '900');
    expect(both['settings']).toMatchObject({ rate_limits: { writes_per_second: 500, reads_per_second: 900 } });
    expect((await command('settings', '--writes-per-second', '0')).stderr).toContain('whole number');
  });

  it('refuse a user whom the portal would refuse, and an enterprise that could own no account', async () => {
    const user = await command('user', 'create', '--name', 'bad name', '--role', 'admin');
    const letters =
      'name must be 1 to 255 characters: letters, digits and . _ @ + -, and none of cli, operator, screening-list, system (invalid_name)';
    expect([user.code, user.stderr.trim()]).toEqual([2, letters]);
    const text =
      'name must be 1 to 255 characters: not blank, without control characters, with more than zeros and spaces among the first 22, which banks print (invalid_name)';
    for (const name of ['x'.repeat(256), '00 0']) {
      const enterprise = await command('enterprise', 'create', '--name', name);
      expect([enterprise.code, enterprise.stderr.trim()]).toEqual([2, text]);
    }
    expect(await service.database.query('SELECT FROM platform.enterprises')).toHaveLength(1);
  });

  it('leave audit rows as cli, and say in one line what they cannot do', async () => {
    const [row] = await service.database.query<Body>(
      `SELECT actor, remote_address FROM platform.audit WHERE action = 'settings.changed' ORDER BY id DESC LIMIT 1`,
    );
    expect(row).toEqual({ actor: 'cli', remote_address: null });
    const { stderr } = await command('client', 'disable', 'nobody');
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('unknown_id')]);
    await service.createEnterprise();
    expect((await command('client', 'list')).stderr).toContain('--enterprise');
    expect(await json('client', 'list', '--enterprise', credentials.enterprise_id)).toEqual({
      clients: [expect.any(Object), expect.any(Object), expect.any(Object)],
    });
  });

  it('publish a new signing key at once, before it signs', async () => {
    const { kid, signs_from } = await json('signing-keys', 'rotate');
    expect(Date.parse(String(signs_from)) - Date.now()).toBeGreaterThan(240_000);
    const jwks = await service.api.inject({ url: '/.well-known/jwks.json' });
    expect(jwks.headers['cache-control']).toBe('public, max-age=60');
    const other = await json('signing-keys', 'rotate');
    expect(other['kid']).not.toBe(kid);
  });

  it('rotate the signing key under load without one valid token refused', async () => {
    const owner = await service.createEnterprise();
    const kidOf = ({ token }: ApiClient) =>
      (JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { kid: string }).kid;
    const before = await ApiClient.login(service.api, owner);
    const { kid } = await service.api.get(RotateSigningKey, { strict: false }).execute(300);
    const refused: unknown[] = [];
    let last = before;
    while (kidOf(last) !== kid) {
      last = await ApiClient.login(service.api, owner);
      for (const client of [before, last]) {
        const { status, text } = await client.get('/deliver/persons');
        if (status !== 200) refused.push([kidOf(client), status, text]);
      }
    }
    expect(refused).toEqual([]);
    expect(kidOf(before)).not.toBe(kid);
    expect((await before.get('/deliver/persons')).status).toBe(200);
  });
});
