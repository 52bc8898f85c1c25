import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { ConfigError, loadConfig } from '@payments/config';
import { aBusiness, anAccount, aPerson, eventually } from '@payments/testing';
import { WorkerModule } from '../../apps/worker/src/worker.module.js';
import type { Answer, ApiClient } from '../support/api-client.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const LIST = `ent_num,SDN_Name,SDN_Type,aliases,list
9001,"FAKEMAN, Viktor Juri",individual,"FAKEMANN, Victor",watchlist
9002,"CHEATER, Chloe",individual,,alertlist
9003,SHELL COMPANY HOLDINGS LTD.,-0-,,watchlist
`;

type Resource = Readonly<Record<string, unknown>> & { readonly id: string; readonly status: string };

describe('the verification by rules', () => {
  let directory: string;
  let service: TestService;
  let client: ApiClient;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'screening-'));
    const file = join(directory, 'list.csv');
    writeFileSync(file, LIST);
    service = await startTestService({ VERIFICATION_PROVIDER: 'rules', SCREENING_LIST_FILE: file });
    await service.startWorker();
    client = await service.client();
  });
  afterAll(async () => {
    await service.stop();
    rmSync(directory, { recursive: true });
  });

  const resource = (response: Answer) => Object.values(response.body)[0] as Resource;
  const untilVerdict = (path: string, id: string) =>
    eventually(`a verdict on ${path}/${id}`, async () => {
      const found = resource(await client.get(`${path}/${id}`));
      return found.status !== 'created' && found;
    });
  const codesOf = ({ status_reasons = [] }: Resource) =>
    (status_reasons as { reason_code: string }[]).map(({ reason_code }) => reason_code);
  /** Registers, waits, and returns what GET shows; the last event must show the same. */
  const verificationDecision = async (path: string, body: Record<string, unknown>) => {
    const created = await client.post(path, body);
    expect([created.status, resource(created).status]).toEqual([200, 'created']);
    const found = await untilVerdict(path, resource(created).id);
    const [event] = await service.database.query<{ type: string; data: string }>(
      `SELECT type, data::text AS data FROM platform.events WHERE resource_id = $1 ORDER BY sequence DESC LIMIT 1`,
      [found.id],
    );
    const [kind, shown] = Object.entries(JSON.parse(event!.data) as Record<string, Resource>)[0]!;
    expect(event?.type).toBe(`${kind}_${found.status}`);
    expect([shown.status, shown['status_reasons']]).toEqual([found.status, found['status_reasons']]);
    return found;
  };
  const matchesOf = (id: string) =>
    service.database.query<Record<string, unknown>>(
      `SELECT entry_id, list, listed_name, score::float, customer_type, identity_version, length(list_digest) AS digest
       FROM customers.screening_matches WHERE customer_id = $1 ORDER BY entry_id`,
      [id],
    );

  it('verifies a good person, a good business and a good account', async () => {
    const person = await verificationDecision('/deliver/persons', aPerson());
    const business = aBusiness();
    const found = await verificationDecision('/deliver/businesses', business);
    const { customer_reference_id } = business;
    const account = await verificationDecision('/deliver/external/accounts', anAccount({ customer_reference_id }));
    for (const each of [person, found, account]) {
      expect([each.status, codesOf(each)]).toEqual(['verified', []]);
    }
    expect([...(await matchesOf(person.id)), ...(await matchesOf(found.id))]).toEqual([]);
  });

  it('rejects a person under age, and verifies the same one with the right birthday', async () => {
    const body = aPerson({ date_of_birth: `${new Date().getUTCFullYear() - 17}-01-01` });
    const rejected = await verificationDecision('/deliver/persons', body);
    expect(rejected.status).toBe('rejected');
    expect(rejected['status_reasons']).toEqual([
      { reason_code: 'ineligible_age', reason_code_message: expect.stringContaining('date_of_birth') },
    ]);
    await client.put(`/deliver/persons/${rejected.id}`, { ...body, date_of_birth: '1985-04-12' });
    const verified = await untilVerdict('/deliver/persons', rejected.id);
    expect([verified.status, codesOf(verified)]).toEqual(['verified', []]);
  });

  it('rejects a business whose tax id is never assigned', async () => {
    const found = await verificationDecision('/deliver/businesses', aBusiness({ tax_id: '070000001' }));
    expect([found.status, codesOf(found)]).toEqual(['rejected', ['invalid_tax_id']]);
  });

  it('restricts a person whose name stands on the watch list, and keeps the match for an auditor only', async () => {
    const body = aPerson({ first_name: 'Víctor', last_name: 'Fakemann' });
    const found = await verificationDecision('/deliver/persons', body);
    expect([found.status, codesOf(found)]).toEqual(['restricted', ['matched_watchlist']]);
    expect(await matchesOf(found.id)).toEqual([
      {
        ...{ entry_id: '9001', list: 'watchlist', listed_name: 'FAKEMANN, Victor', score: 1 },
        ...{ customer_type: 'person', identity_version: 1, digest: 64 },
      },
    ]);
    const events = await service.database.query<{ text: string }>(
      `SELECT data::text AS text FROM platform.events WHERE resource_id = $1`,
      [found.id],
    );
    const shown = [JSON.stringify(found), ...events.map(({ text }) => text)].join('\n');
    expect(shown).not.toMatch(/9001|FAKEMANN|score|digest/);
  });

  it('restricts a business on the watch list, and rejects a person on the alert list', async () => {
    const business = await verificationDecision(
      '/deliver/businesses',
      aBusiness({ legal_name: 'Shell Company Holdings, LLC' }),
    );
    expect([business.status, codesOf(business)]).toEqual(['restricted', ['matched_watchlist']]);
    const person = await verificationDecision(
      '/deliver/persons',
      aPerson({ first_name: 'Chloé', last_name: 'Cheater' }),
    );
    expect([person.status, codesOf(person)]).toEqual(['rejected', ['matched_alertlist']]);
    expect((await matchesOf(person.id)).map(({ entry_id }) => entry_id)).toEqual(['9002']);
  });

  it('keeps the match of each identity that was screened', async () => {
    const body = aPerson({ first_name: 'Chloe', last_name: 'Cheater' });
    const { id } = await verificationDecision('/deliver/persons', body);
    await client.put(`/deliver/persons/${id}`, { ...body, first_name: 'Cloe' });
    expect(codesOf(await untilVerdict('/deliver/persons', id))).toEqual(['matched_alertlist']);
    expect((await matchesOf(id)).map(({ identity_version }) => identity_version).sort()).toEqual([1, 2]);
  });

  it('does not let a match be changed or deleted', async () => {
    const [row] = await service.database.query<{ rights: string[] }>(
      `SELECT array_agg(privilege_type::text ORDER BY 1) AS rights FROM information_schema.role_table_grants
       WHERE table_schema = 'customers' AND table_name = 'screening_matches' AND grantee = 'payments_app'`,
    );
    expect(row?.rights).toEqual(['INSERT', 'SELECT']);
  });

  it('rejects an account whose routing number has a wrong check digit', async () => {
    const business = aBusiness();
    await client.post('/deliver/businesses', business);
    const { customer_reference_id } = business;
    const body = anAccount({ customer_reference_id, routing_number: '021000022' });
    const found = await verificationDecision('/deliver/external/accounts', body);
    expect(found.status).toBe('rejected');
    expect(found['status_reasons']).toEqual([
      { reason_code: 'invalid_routing', reason_code_message: expect.stringContaining('routing_number') },
    ]);
    const mended = { ...body, routing_number: '021000021' };
    await client.put(`/deliver/external/accounts/${found.id}`, mended);
    expect((await untilVerdict('/deliver/external/accounts', found.id)).status).toBe('verified');
  });

  it('is what production has without asking, and the sandbox is refused there', () => {
    const problems = (settings: Record<string, string>) => {
      try {
        loadConfig({ ENVIRONMENT: 'production', ...settings });
        return [];
      } catch (error) {
        return (error as ConfigError).message.split('\n').filter((line) => line.startsWith('VERIFICATION_PROVIDER: '));
      }
    };
    expect(loadConfig({}).verificationProvider).toBe('sandbox');
    expect([problems({}), problems({ VERIFICATION_PROVIDER: 'rules' })]).toEqual([[], []]);
    expect(problems({ VERIFICATION_PROVIDER: 'sandbox' })).toEqual([expect.stringContaining('not allowed')]);
  });

  it.each([
    ['is not there', 'missing.csv', /cannot be read \(ENOENT\)/],
    ['is broken', 'broken.csv', /line 1: /],
  ])('a worker does not start when the list %s', async (_, name, problem) => {
    writeFileSync(join(directory, 'broken.csv'), 'no header here');
    const config = loadConfig({ ...service.database.environment, SCREENING_LIST_FILE: join(directory, name) });
    const starting = NestFactory.createApplicationContext(WorkerModule.forRoot({ ...service.options, config }), {
      logger: false,
      abortOnError: false,
    });
    const error = await starting.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).message).toMatch(/^SCREENING_LIST_FILE: [^\n]+$/);
    expect((error as ConfigError).message).toMatch(problem);
  });
});
