import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createHttpApplication } from '@payments/http';
import { reindexKeys, rewrapKeys, verifyKeys } from '@payments/persistence';
import type { KeyTools } from '@payments/persistence';
import { aBusiness, anAccount } from '@payments/testing';
import { ApiModule } from '../../apps/api/src/api.module.js';
import { withApplication } from '../../apps/cli/src/support/application.js';
import { Progress } from '../../apps/cli/src/support/keys/progress.js';
import { enterprises, keyTools } from '../../apps/cli/src/support/keys/tools.js';
import { ApiClient } from '../support/api-client.js';
import { registerParty } from '../support/parties.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('libs/persistence/src', 'libs/config/src', 'migrations');

interface Ring {
  readonly master: { readonly active: string; readonly keys: Readonly<Record<string, string>> };
  readonly blind_index: string;
  readonly pepper: string;
}

const fresh = () => randomBytes(32).toString('base64');

describe('the keys of the key ring', () => {
  let service: TestService;
  let client: ApiClient;
  let ring: Ring;
  const directory = mkdtempSync(join(tmpdir(), 'payments-rings-'));
  const apis: NestFastifyApplication[] = [];

  beforeAll(async () => {
    service = await startTestService();
    client = await service.client();
    ring = JSON.parse(readFileSync(service.database.config.keyRingFile!, 'utf8')) as Ring;
  });
  afterAll(async () => {
    await Promise.all(apis.map((api) => api.close()));
    await service.stop();
    rmSync(directory, { recursive: true });
  });

  function configWith(changed: Partial<Ring>) {
    const keyRingFile = join(directory, `${randomBytes(4).toString('hex')}.json`);
    writeFileSync(keyRingFile, JSON.stringify({ ...ring, ...changed }));
    return { ...service.database.config, keyRingFile };
  }

  /** The API as a process that was started with the changed key ring. */
  async function apiWith(changed: Partial<Ring>): Promise<NestFastifyApplication> {
    const options = { ...service.options, config: configWith(changed) };
    const api = await createHttpApplication({ module: ApiModule.forRoot(options), log: options.log });
    apis.push(api);
    return api;
  }

  function run<Result>(
    changed: Partial<Ring>,
    work: (tools: KeyTools, enterpriseIds: readonly string[]) => Promise<Result>,
  ): Promise<Result> {
    return withApplication(configWith(changed), async (app) => {
      const tools = keyTools(app, new Progress());
      return work(tools, await enterprises(tools));
    });
  }

  it('an old master key may go once everything is wrapped with the new one', async () => {
    await registerParty(client);
    const masters = { ...ring.master.keys, 'm-new': fresh() };
    const both = { master: { active: 'm-new', keys: masters } };
    const alone = { master: { active: 'm-new', keys: { 'm-new': masters['m-new'] } } };
    const early = await run(alone, verifyKeys);
    expect(early.complete).toBe(false);
    const first = await run(both, rewrapKeys);
    expect(first).toMatchObject({ master_key: 'm-new', complete: true });
    const before = await service.database.query('SELECT wrapped FROM platform.data_keys ORDER BY key_id');
    expect(await run(both, rewrapKeys)).toMatchObject({ complete: true });
    expect(await service.database.query('SELECT wrapped FROM platform.data_keys ORDER BY key_id')).toEqual(before);
    const found = await run(alone, verifyKeys);
    expect(found).toMatchObject({ failures: 0, complete: true });
    expect(Object.keys(found.master_keys)).toEqual(['m-new']);
    const later = await apiWith(alone);
    // The token of before is still good, and the process signs new ones.
    const response = await later.inject({ url: '/deliver/external/accounts', headers: client.headers });
    expect(response.body).toContain('1234567890');
    expect((await ApiClient.login(later, client.credentials)).token).not.toBe(client.token);
    await run({ master: { ...ring.master, keys: masters } }, rewrapKeys);
  });

  it('rewrap reports keys that it cannot unwrap', async () => {
    const unknown = { master: { active: 'm-other', keys: { 'm-other': fresh() } } };
    expect(await run(unknown, rewrapKeys)).toMatchObject({ complete: false });
  });

  it('reindex with the same key finds the hashes of the service as they should be', async () => {
    const strict = await service.client({ uniqueAccountDetails: true });
    await registerParty(strict);
    const hashes = () =>
      service.database.query('SELECT account_key, unique_key FROM accounts.external_accounts ORDER BY id');
    const before = await hashes();
    expect(await run({}, reindexKeys)).toMatchObject({ complete: true, duplicates: [] });
    expect(await hashes()).toEqual(before);
  });

  it('reindex keeps a second account with the same numbers out, and names those that came in between', async () => {
    const strict = await service.client({ uniqueAccountDetails: true });
    const business = aBusiness();
    await strict.post('/deliver/businesses', business);
    const { customer_reference_id } = business;
    const number = (account_number: string) => anAccount({ customer_reference_id, account_number });
    for (const account of ['1111-0001', '11110002']) await strict.post('/deliver/external/accounts', number(account));
    const changed = { blind_index: fresh() };
    expect((await run(changed, verifyKeys)).complete).toBe(false);
    const renewed = await ApiClient.login(await apiWith(changed), strict.credentials);
    // Not noticed, for the first one is still found by the old hash only.
    const between = await renewed.post('/deliver/external/accounts', number('11110002'));
    expect(between.status).toBe(200);
    const outcome = await run(changed, reindexKeys);
    expect(outcome).toMatchObject({ complete: false, duplicates: [{ column: 'unique_key' }] });
    for (const account of ['11110001', '11110002']) {
      const again = await renewed.post('/deliver/external/accounts', number(account));
      expect(again.body['error_code']).toBe('duplicate_account_details');
    }
    expect((await renewed.post('/deliver/external/accounts', number('11110003'))).status).toBe(200);
    expect(await run(changed, reindexKeys)).toMatchObject({ duplicates: outcome.duplicates });
  });
});
