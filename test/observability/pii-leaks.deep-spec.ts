import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CreateEnterprise } from '@payments/auth';
import { createHttpApplication } from '@payments/http';
import { newYorkDate, newYorkInstant, nextBankingDay } from '@payments/kernel';
import { Log, Metrics } from '@payments/observability';
import { reindexKeys, rewrapKeys, rotateKeys, verifyKeys } from '@payments/persistence';
import { aBusiness, anAccount, createTestDatabase, eventually } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { ApiModule } from '../../apps/api/src/api.module.js';
import { withApplication } from '../../apps/cli/src/support/application.js';
import { Progress } from '../../apps/cli/src/support/keys/progress.js';
import { enterprises, keyTools } from '../../apps/cli/src/support/keys/tools.js';
import { WorkerModule } from '../../apps/worker/src/worker.module.js';
import { describeApplication } from '../../apps/api/src/describe-api.js';
import { ApiClient } from '../support/api-client.js';
import { correct } from '../support/corrections.js';
import { aDirectDebit, aPayout, untilStatus } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { databaseFiles, dumpOf, PiiSearch } from '../support/pii-search.js';
import { WebhookReceiver } from '../support/receiver.js';
import { guards } from '../support/guards.js';

guards('apps', 'libs');

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Body = Record<string, unknown>;

/** `count` random digits, the first of which is no zero. */
const digits = (count: number) => Array.from({ length: count }, (_, i) => randomInt(i === 0 ? 1 : 0, 10)).join('');
const two = (from: number, to: number) => String(randomInt(from, to)).padStart(2, '0');

/** Values that nothing else in the world has. */
const piiValues = {
  ssn: `5${two(10, 99)}-${two(10, 99)}-${digits(4)}`,
  otherSsn: `4${two(10, 99)}-${two(10, 99)}-${digits(4)}`,
  ein: `47${digits(7)}`,
  otherEin: `46${digits(7)}`,
  born: `19${two(21, 60)}-${two(1, 13)}-${two(10, 29)}`,
  account: digits(15),
  otherAccount: `${digits(8)}-${digits(7)}`,
  correctedAccount: digits(14),
  verified: digits(16),
  ownerSsn: digits(9),
  email: `canary${digits(8)}@pii.example`,
};
const legalName = `Piiname ${Array.from({ length: 12 }, () => String.fromCharCode(97 + randomInt(26))).join('')}`;

const search = new PiiSearch(piiValues);
const leaksIn = (haystack: Buffer | string) => search.leaksIn(haystack);

const stores = [
  { store: 'PostgreSQL', settings: {} },
  ...(process.env['TEST_REDIS_URL']
    ? [{ store: 'Redis', settings: { QUEUE_URL: process.env['TEST_REDIS_URL'] } }]
    : []),
];

it('the search finds a value in every form', () => {
  for (const value of Object.values(piiValues)) {
    const plain = value.replaceAll('-', '');
    for (const before of ['', 'x', 'xy', 'xyz']) {
      for (const after of ['', 'z', 'zz']) {
        const text = Buffer.from(`${before}${plain}${after}`);
        for (const form of ['utf8', 'base64', 'base64url', 'hex', 'utf16le'] as const) {
          const written = form === 'utf16le' ? Buffer.from(String(text), 'utf16le') : text.toString(form);
          expect([form, leaksIn(written).length]).toEqual([form, 1]);
        }
      }
    }
  }
});

describe.each(stores)('the PII values, with the queue on $store', ({ store, settings }) => {
  let database: TestDatabase;
  let api: NestFastifyApplication;
  let worker: INestApplicationContext;
  let client: ApiClient;
  let receiver: WebhookReceiver;
  let monitor: Socket | undefined;
  let commands = '';
  const logs: string[] = [];
  let shown: string[];
  const metrics: string[] = [];
  const driven = new Set<string>();
  let streamed = '';
  let asked = 0;
  /** A resource of each kind, by the path of its list: its id, and a body that writes it once more. */
  const resources = new Map<string, { readonly id: string; readonly body: Body }>();

  /** Sends a request to an operation, of which it keeps record. */
  async function ask(method: Method, operation: string, { path = operation, body }: { path?: string; body?: unknown }) {
    driven.add(`${method} ${operation}`);
    // Some clients make their keys of what they send.
    const headers = { 'idempotency-key': `${piiValues.account} ${piiValues.ssn} ${++asked}` };
    return client.send(method, path, { payload: body, headers });
  }

  async function make(operation: string, body: Body): Promise<string> {
    const response = await ask('POST', operation, { body });
    expect([response.text, response.status]).toEqual([expect.any(String), 200]);
    return (Object.values(response.body)[0] as { id: string }).id;
  }

  const aPerson = (overrides: Body = {}) => ({
    customer_reference_id: `pii-person-${randomInt(1e9)}`,
    first_name: 'Ada',
    last_name: 'Byron',
    date_of_birth: piiValues.born,
    social_security_number: piiValues.ssn,
    addresses: [{ type: 'home', address1: '1 Elm St', city: 'Reno', state: 'NV', country: 'US', zip5: '89501' }],
    ...overrides,
  });

  async function succeed(): Promise<void> {
    const business = aBusiness({ tax_id: piiValues.ein, legal_name: legalName });
    const { customer_reference_id } = business;
    const account = anAccount({ customer_reference_id, account_number: piiValues.account });
    const account_reference_id = String(account['account_reference_id']);
    const hook = { event_types: ['subscribe_all'], url: receiver.url, enabled: true };
    const ids: Record<string, string> = {
      '/webhooks/configurations': await make('/webhooks/configurations', hook),
      '/deliver/businesses': await make('/deliver/businesses', business),
      '/deliver/external/accounts': await make('/deliver/external/accounts', account),
    };
    const person = aPerson();
    ids['/deliver/persons'] = await make('/deliver/persons', person);
    const party = { account_reference_id, customer_reference_id } as never;
    ids['/deliver/transfers'] = await make('/deliver/transfers', aPayout(party));
    const debit = await make('/deliver/transfers', aDirectDebit(party));
    await ask('POST', '/webhooks/secret', {});
    await ask('GET', '/webhooks/secret', {});
    for (const [list, id] of Object.entries(ids)) {
      await ask('GET', list, {});
      await ask('GET', `${list}/{id}`, { path: `${list}/${id}` });
    }
    await untilStatus(client, ids['/deliver/transfers'], 'completed');
    await untilStatus(client, debit, 'completed', 'settled');
    await ask('GET', '/deliver/transfers/{id}/history', { path: `/deliver/transfers/${debit}/history` });
    resources.set('/deliver/persons', {
      id: ids['/deliver/persons'],
      body: { ...person, social_security_number: piiValues.otherSsn },
    });
    resources.set('/deliver/businesses', {
      id: ids['/deliver/businesses']!,
      body: { ...business, tax_id: piiValues.otherEin },
    });
    resources.set('/deliver/external/accounts', {
      id: ids['/deliver/external/accounts']!,
      body: { ...account, account_number: piiValues.otherAccount },
    });
    resources.set('/webhooks/configurations', { id: ids['/webhooks/configurations']!, body: hook });
    for (const [list, { id, body }] of resources) {
      const response = await ask('PUT', `${list}/{id}`, { path: `${list}/${id}`, body });
      expect([list, response.text, response.status]).toEqual([list, expect.any(String), 200]);
    }
    const verification = {
      ...{ account_number: piiValues.verified, routing_number: '021000021', account_holder_name: 'Ada Byron' },
      ...{ type: 'control_ownership', email: piiValues.email },
      person: { first_name: 'Ada', last_name: 'Byron', ssn: piiValues.ownerSsn },
    };
    const verified = await make('/verify/accounts', verification);
    const path = `/verify/accounts/${verified}`;
    await eventually('the verification', async () => {
      const { body } = await ask('GET', '/verify/accounts/{id}', { path });
      return (body['account'] as Body)['ownership_status'] === 'full';
    });
    await ask('GET', '/verify/accounts', {});
    const { account_number, routing_number } = verification;
    await ask('POST', '/verify/accounts/search', { body: { account_number, routing_number } });
    for (const statement_code of ['K7WQ', '0000']) {
      await ask('POST', '/verify/accounts/{id}/control', { path: `${path}/control`, body: { statement_code } });
    }
    await ask('POST', '/verify/accounts/{id}/debits', { path: `${path}/debits` });
    await schedule(party);
    await correct({ api, client }, account_reference_id, { account_number: piiValues.correctedAccount });
    const hooks = `/webhooks/configurations/${ids['/webhooks/configurations']}`;
    await ask('GET', '/webhooks/configurations/{id}/secret', { path: `${hooks}/secret` });
    await eventually('webhooks after a failed one', async () => receiver.received.length > 12);
    const stream = '/deliver/events/stream';
    streamed = (await ask('GET', stream, { path: `${stream}?after=0&follow=false` })).text;
    for (const path of ['/health/live', '/health/startup', '/health/ready']) await ask('GET', path, {});
    const { client_id, client_secret } = client.credentials;
    await ask('POST', '/oauth/token', { body: { client_id, client_secret } });
  }

  /** A schedule that has paid a date. */
  async function schedule(destination: Party): Promise<void> {
    const list = '/deliver/schedules';
    const start_date = nextBankingDay(newYorkDate(new Date()));
    const rule = { start_date, recurrence: 'FREQ=WEEKLY' };
    await make(list, {
      ...{ schedule_reference_id: 'pii-schedule', destination, amount: 100, currency: 'USD', speed: 'standard' },
      ...{ ...rule, metadata: { run: 1 }, account_statement_descriptor: 'PAYROLL' },
    });
    const { body } = await ask('GET', list, {});
    const [{ id }] = body['schedules'] as [{ readonly id: string }];
    await ask('POST', `${list}/rrule`, { body: rule });
    const to = newYorkInstant(start_date, '09:00').toISOString();
    await ask('POST', '/sandbox/clock/advance', { body: { to } });
    await eventually('the first date', async () => {
      const operation = `${list}/{id}/occurrences`;
      const { body: dates } = await ask('GET', operation, { path: `${list}/${id}/occurrences` });
      return (dates['occurrences'] as Body[]).length > 0;
    });
    const steps: [Method, string][] = [
      ...([
        ['GET', ''],
        ['POST', '/pause'],
        ['POST', '/resume'],
        ['DELETE', ''],
      ] as [Method, string][]),
    ];
    for (const [method, step] of steps) {
      const { status, text } = await ask(method, `${list}/{id}${step}`, { path: `${list}/${id}${step}` });
      expect([method, step, status, text]).toEqual([method, step, 200, expect.any(String)]);
    }
  }

  function operations(): [Method, string][] {
    const { paths } = describeApplication(api, { baseUrl: 'http://a', vaultUrl: 'http://b' });
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method): [Method, string] => [method.toUpperCase() as Method, path]),
    );
  }

  /** The operations that are in the description and not above, with the body of their kind; deletions last. */
  async function driveTheRest(): Promise<void> {
    const rest = operations().filter(([method, path]) => !driven.has(`${method} ${path}`));
    const last = rest.filter(([method]) => method === 'DELETE').reverse();
    for (const [method, path] of [...rest.filter(([other]) => other !== 'DELETE'), ...last]) {
      const [, resource] = [...resources].find(([list]) => path.startsWith(list)) ?? [];
      const body = ['PUT', 'PATCH', 'POST'].includes(method) ? resource?.body : undefined;
      const response = await ask(method, path, { path: path.replace('{id}', resource?.id ?? 'x'), body });
      expect([method, path, response.text, response.status < 500]).toEqual([method, path, response.text, true]);
    }
  }

  /** Canaries where they do not belong. Every request is refused, and nothing of it may be kept. */
  async function fail(): Promise<void> {
    const { ssn, ein, born, account } = piiValues;
    const refused: [Method, string, unknown?, Record<string, string>?][] = [
      ['POST', '/deliver/persons', aPerson({ date_of_birth: ssn })],
      ['POST', '/deliver/persons', aPerson({ social_security_number: born })],
      ['POST', '/deliver/persons', aPerson({ social_security_number: Number(ssn.replaceAll('-', '')) })],
      ['POST', '/deliver/persons', aPerson({ [ssn]: account, first_name: 7 })],
      ['POST', '/deliver/persons', aPerson({ addresses: [{ type: ssn, zip5: account }] })],
      ['POST', '/deliver/persons', aPerson({ contacts: [{ type: ssn, phone_number: account }] })],
      ['POST', '/deliver/businesses', aBusiness({ entity_type: ein, tax_id_type: account })],
      ['POST', '/deliver/businesses', aBusiness({ tax_id: `${ein}0`, incorporation_date: ssn })],
      ['POST', '/deliver/businesses', aBusiness({ metadata: { a: [ssn] } })],
      ['POST', '/deliver/external/accounts', anAccount({ routing_number: account })],
      ['POST', '/deliver/external/accounts', anAccount({ account_number: Number(account) })],
      ['POST', '/deliver/external/accounts', anAccount({ account_number: `${account}x` })],
      ['POST', '/deliver/external/accounts', anAccount({ account_type: ssn, customer_resource_type: born })],
      ['POST', '/deliver/transfers', { amount: account, currency: ssn, speed: born, source: ein, destination: [ssn] }],
      ['POST', '/deliver/transfers', { transfer_reference_id: 'x', amount: Number(account), [account]: ssn }],
      ['POST', '/verify/accounts', { account_number: `${account}x`, routing_number: ssn, account_holder_name: '<' }],
      ['POST', '/verify/accounts', { account_number: account, person: { ssn: `${ssn}0`, last_name: 7 } }],
      ['GET', `/verify/accounts?account_number=${account}`],
      ['POST', '/deliver/schedules', { schedule_reference_id: 7, amount: account, recurrence: ssn, start_date: born }],
      ['POST', '/deliver/schedules/rrule', { recurrence: `FREQ=${ssn}`, start_date: born, occurrence_count: account }],
      ['GET', `/deliver/schedules?status=${ssn}&start_time=${born}x`],
      ['GET', `/deliver/schedules/${account}/occurrences?status=${ssn}`],
      ['POST', '/webhooks/configurations', { event_types: [ssn], url: `ftp://x/?a=${account}`, enabled: born }],
      ['POST', '/oauth/token', { client_id: ssn, client_secret: account }],
      ['POST', '/oauth/token', { client_id: client.credentials.client_id, client_secret: account }],
      ['POST', '/deliver/persons', `{"social_security_number":"${ssn}","date_of_birth":`],
      ['POST', '/deliver/persons', `{"social_security_number":"${ssn}","social_security_number":"${ssn}"}`],
      ['POST', '/deliver/persons', `{"a":"${'x'.repeat(70_000)}","social_security_number":"${ssn}"}`],
      ['POST', '/deliver/persons', `ssn=${ssn}`, { 'content-type': 'text/plain' }],
      ['GET', `/deliver/persons?size=${account}&ssn=${ssn}`],
      ['GET', `/deliver/persons?after=${account}&index=${ssn}`],
      ['GET', `/deliver/transfers?start_time=${born}x&status=${ssn}`],
      ['GET', `/deliver/persons/${ssn}`],
      ['GET', `/deliver/external/accounts/${account}`],
      ['PUT', `/deliver/businesses/${ein}`, aBusiness()],
      ['GET', `/nowhere/${ssn}`],
      ['PATCH', `/webhooks/secret?ssn=${ssn}`],
      ['GET', '/deliver/persons', undefined, { authorization: `Bearer ${ssn}` }],
      ['GET', '/deliver/persons', undefined, { 'service-version': account }],
    ];
    for (const [method, path, payload, headers = {}] of refused) {
      const type = typeof payload === 'string' ? { 'content-type': 'application/json' } : {};
      const response = await client.send(method, path, { payload, headers: { ...type, ...headers } });
      const outcome = response.status >= 400 && response.status < 500 ? 'refused' : response.text;
      expect([method, path, payload, outcome]).toEqual([method, path, payload, 'refused']);
    }
  }

  async function keys(): Promise<void> {
    const stream = { write: (text: string) => Boolean(logs.push(text)) };
    await withApplication(database.config, async (app) => {
      const tools = keyTools(app, new Progress(stream));
      const enterpriseIds = await enterprises(tools);
      const results = [
        await rotateKeys(tools, { enterpriseIds, settleMs: 0 }),
        await rewrapKeys(tools, enterpriseIds),
        await reindexKeys(tools, enterpriseIds),
        await verifyKeys(tools, enterpriseIds),
      ];
      expect(results.map(({ complete }) => complete)).toEqual([true, true, true, true]);
      logs.push(JSON.stringify(results));
    });
  }

  beforeAll(async () => {
    database = await createTestDatabase({
      SANDBOX_DAY_SECONDS: '0.05',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      LOG_LEVEL: 'trace',
      ...settings,
    });
    if ('QUEUE_URL' in settings) {
      // Not a client library: commands of other suites may be shown before the reply, which a client takes for an error.
      const { hostname, port, username, password } = new URL(settings.QUEUE_URL);
      monitor = connect(Number(port || 6379), hostname);
      monitor.on('data', (chunk: Buffer) => (commands += chunk.toString()));
      if (password !== '') monitor.write(`AUTH ${username || 'default'} ${decodeURIComponent(password)}\r\n`);
      monitor.write('MONITOR\r\n');
      await once(monitor, 'data');
    }
    const log = new Log('pii-leaks', 'trace', { write: (line: string) => void logs.push(line) });
    const options = { config: database.config, databaseUrl: database.appUrl, log };
    api = await createHttpApplication({ module: ApiModule.forRoot(options), log });
    worker = await NestFactory.createApplicationContext(WorkerModule.forRoot(options), { logger: log });
    receiver = new WebhookReceiver();
    await receiver.listen();
    // The first delivery of each kind fails, so that failures are recorded too.
    const seen = new Set<string>();
    receiver.answer = ({ event }) => (seen.has(event.event_type) ? 204 : (seen.add(event.event_type), 500));
    const enterprise = { name: `Canary ${store}`, uniqueAccountDetails: true };
    client = await ApiClient.login(api, await api.get(CreateEnterprise).execute(enterprise));
    await succeed();
    // An unknown field is ignored.
    await make(
      '/deliver/persons',
      aPerson({ [piiValues.otherEin]: piiValues.account, nested: { ssn: piiValues.otherSsn } }),
    );
    await fail();
    await keys();
    shown = await Promise.all([...resources.keys()].map(async (list) => (await client.get(list)).text));
    await driveTheRest();
    for (const app of [api, worker]) metrics.push(await app.get(Metrics, { strict: false }).registry.metrics());
  });

  afterAll(async () => {
    monitor?.destroy();
    await worker.close();
    await api.close();
    await receiver.close();
    await database.drop();
  });

  it('went through every operation', () => {
    const all = operations().map(([method, path]) => `${method} ${path}`);
    expect(all.length).toBeGreaterThan(20);
    expect([...driven].sort()).toEqual(all.sort());
  });

  it('are shown to the authorized reader', () => {
    const seen = new Set(shown.flatMap((text) => leaksIn(text)));
    expect([...seen]).toEqual(expect.arrayContaining(['born', 'otherAccount', 'correctedAccount']));
  });

  it('are in no row of any table', async () => {
    const { text, filled } = await dumpOf(database);
    expect(filled.length).toBeGreaterThan(20);
    expect(filled).toEqual(
      expect.arrayContaining([
        ...['verify.accounts', 'verify.probes', 'schedules.schedules', 'schedules.occurrences', 'transfers.legs'],
      ]),
    );
    expect(text).toContain(legalName);
    expect(leaksIn(text)).toEqual([]);
  });

  it('are in no file of the database, the write-ahead log included', async () => {
    // The server may have reused the log of the first time, while other suites wrote.
    await make('/deliver/businesses', { ...aBusiness(), legal_name: legalName });
    const found: string[] = [];
    const folders = new Set<string>();
    for await (const { path, bytes } of databaseFiles(database)) {
      found.push(...leaksIn(bytes).map((name) => `${name} in ${path}`));
      if (bytes.includes(legalName)) folders.add(path.split('/')[0]!);
    }
    expect([...folders].sort()).toEqual(['base', 'pg_wal']);
    expect(found).toEqual([]);
  });

  it('are in no line of the logs, at trace level and of the commands', () => {
    const text = logs.join('');
    expect(text).toContain(client.credentials.enterprise_id);
    expect(text).toContain('"level":"debug"');
    expect(leaksIn(text)).toEqual([]);
  });

  it('are in no metric', () => {
    expect(metrics.join()).toContain('/deliver/external/accounts');
    expect(leaksIn(metrics.join())).toEqual([]);
  });

  it('are in no webhook and no streamed event', () => {
    const sent = receiver.received.map((webhook) => JSON.stringify(webhook)).join('\n');
    for (const text of [sent, streamed]) {
      expect(text).toContain(legalName);
      expect(leaksIn(text)).toEqual([]);
    }
  });

  if (store === 'Redis') {
    it('are not in Redis', () => {
      expect(commands).toContain(database.config.queuePrefix);
      expect(leaksIn(commands)).toEqual([]);
    });
  }
});
