import { TokenIssuer } from '@payments/auth';
import { loadConfig } from '@payments/config';
import { createHttpApplication } from '@payments/http';
import { ApiModule } from '../../apps/api/src/api.module.js';
import { ApiClient } from '../support/api-client.js';
import { runCommand } from '../support/command.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const FIRST = 'https://api.example.com';
const OTHER = 'https://payments.example.com';

describe('TokenIssuer', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ PUBLIC_BASE_URL: FIRST });
  });
  afterAll(() => service.stop());

  const second = (PUBLIC_BASE_URL: string, more: Readonly<Record<string, string>> = {}) => {
    const config = {
      ...service.options.config,
      ...loadConfig({ ...service.database.environment, PUBLIC_BASE_URL, ...more }),
    };
    const options = { ...service.options, config };
    return createHttpApplication({ module: ApiModule.forRoot(options), log: options.log, trustedProxies: [] });
  };
  const issuer = () => service.api.get(TokenIssuer, { strict: false });

  it('is recorded by the first api', async () => {
    expect((await issuer().recorded())?.issuer).toBe(FIRST);
  });

  it('lets a second api with the same PUBLIC_BASE_URL take the tokens of the first', async () => {
    const credentials = await service.createEnterprise();
    const { token } = await ApiClient.login(service.api, credentials);
    const other = await second(FIRST);
    const headers = { authorization: `Bearer ${token}`, 'service-version': 'v2022-09-21' };
    expect((await other.inject({ url: '/deliver/persons', headers })).statusCode).toBe(200);
    await other.close();
  });

  it('keeps an api with another PUBLIC_BASE_URL from starting', async () => {
    await expect(second(OTHER)).rejects.toThrow(
      `PUBLIC_BASE_URL: is ${OTHER}, but the recorded issuer of access tokens is ${FIRST}; ` +
        `set it to the recorded issuer, or change the issuer for all processes with 'payments issuer set ${OTHER}'`,
    );
  });

  it('keeps an api with another PUBLIC_VAULT_URL from starting, until the issuer is set anew', async () => {
    const vault = { PUBLIC_VAULT_URL: OTHER };
    await expect(second(FIRST, vault)).rejects.toThrow(
      `PUBLIC_VAULT_URL: is ${OTHER}, but that of the other apis is http://localhost:0; ` +
        `set it to theirs, or run 'payments issuer set ${FIRST}' and restart every api with it`,
    );
    expect((await issuer().recorded())?.vault_url).toBe('http://localhost:0');
    await issuer().change(FIRST);
    await (await second(FIRST, vault)).close();
    expect((await issuer().recorded())?.vault_url).toBe(OTHER);
    await expect(second(FIRST)).rejects.toThrow('PUBLIC_VAULT_URL');
    await issuer().change(FIRST);
    await (await second(FIRST)).close();
  });

  it('is changed by the command that the refusal names', async () => {
    const command = async (...args: string[]) => {
      const settings = { ...service.database.environment, PUBLIC_BASE_URL: FIRST };
      const { code, stdout, stderr } = await runCommand(['issuer', ...args, '--json'], settings);
      return code === 0 ? (JSON.parse(stdout) as unknown) : stderr;
    };
    expect(await command('show')).toEqual({ issuer: FIRST, public_base_url: FIRST });
    expect(await command('set', 'payments.example.com')).toContain('must be a URL');
    expect(await command('set', OTHER)).toEqual({ before: FIRST, issuer: OTHER });
    await (await second(OTHER)).close();
    await expect(second(FIRST)).rejects.toThrow('PUBLIC_BASE_URL');
    await issuer().change(FIRST);
    expect((await issuer().recorded())?.vault_url).toBeNull();
  });
});
