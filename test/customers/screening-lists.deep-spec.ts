import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Metrics } from '@payments/observability';
import type { INestApplicationContext } from '@nestjs/common';
import { aBusiness, aPerson, eventually } from '@payments/testing';
import { loadScreeningList } from '@payments/customers';
import { Client } from 'pg';
import { ScreeningLists } from '../../libs/customers/src/infrastructure/rules/screening-lists.js';
import type { ApiClient } from '../support/api-client.js';
import { runCommand } from '../support/command.js';
import { multiplyRows } from '../support/multiply-rows.js';
import { recordStatements, rowsRead } from '../support/recorded-statements.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { itOnOneServer } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('libs/customers/src', 'apps/cli/src', 'migrations');

const ifOneServer = itOnOneServer('The plan is that of one server');

const NOBODY = '1,"NOBODY, Nemo",individual,watchlist';
const MANY = 2_000;

describe('ScreeningLists', () => {
  let directory: string;
  let file: string;
  let service: TestService;
  let client: ApiClient;
  let workers: INestApplicationContext[];

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'screening-'));
    file = join(directory, 'list.csv');
    put(NOBODY);
    service = await startTestService({ VERIFICATION_PROVIDER: 'rules', SCREENING_LIST_FILE: file });
    client = await service.client();
    workers = [await service.startWorker()];
    // Otherwise the run for the first list may still meet customers of the test.
    await untilScreened(listsOf(workers[0]!).current.digest);
  });
  afterEach(async () => {
    await service.stop();
    rmSync(directory, { recursive: true });
  });

  /** Replaces the list by a rename, as docs/operate/operations.md says. */
  function put(...rows: string[]): void {
    writeFileSync(join(directory, 'next'), ['ent_num,SDN_Name,SDN_Type,list', ...rows, ''].join('\n'));
    renameSync(join(directory, 'next'), file);
  }
  const register = async (path: string, body: Record<string, unknown>) => {
    const { body: response } = await client.post(path, body);
    return (Object.values(response)[0] as { id: string }).id;
  };
  const statusOf = async (path: string, id: string) =>
    Object.values((await client.get(`${path}/${id}`)).body)[0] as { status: string; status_reasons?: object[] };
  const until = (path: string, id: string, status: string) =>
    eventually(`${path}/${id} is ${status}`, async () => {
      const found = await statusOf(path, id);
      return found.status === status && found;
    });
  const runs = () =>
    service.database.query<{
      list_digest: string;
      customers: number;
      screened: number;
      matched: number;
      done: boolean;
    }>(
      `SELECT list_digest, customers, screened, matched, finished_at IS NOT NULL AS done FROM customers.screening_runs`,
    );
  const untilScreened = (digest: string) =>
    eventually('the verified customers are screened', async () =>
      (await runs()).find((run) => run.done && run.list_digest === digest),
    );
  const listsOf = (worker: INestApplicationContext) => worker.get(ScreeningLists, { strict: false });
  const untilLoaded = (before: string) =>
    eventually('every worker has another list', async () =>
      workers.every((worker) => listsOf(worker).current.digest !== before),
    );
  const refused = async (worker: INestApplicationContext) => {
    const gauge = worker.get(Metrics, { strict: false }).registry.getSingleMetric('payments_screening_list_refused');
    return (await gauge!.get()).values[0]?.value;
  };
  const person = (first_name: string, last_name: string) =>
    register('/deliver/persons', aPerson({ first_name, last_name }));

  it('stops verified customers whom a new list names', async () => {
    const [clear, listed, alerted] = [
      await person('Jane', 'Doe'),
      await person('Viktor', 'Fakeman'),
      await person('Chloe', 'Cheater'),
    ];
    const business = await register('/deliver/businesses', aBusiness({ legal_name: 'Shell Company Holdings LLC' }));
    for (const id of [clear, listed, alerted]) await until('/deliver/persons', id, 'verified');
    await until('/deliver/businesses', business, 'verified');
    const before = listsOf(workers[0]!).current.digest;
    put(
      NOBODY,
      '2,"FAKEMAN, Viktor",individual,watchlist',
      '3,"CHEATER, Chloe",individual,alertlist',
      '4,SHELL COMPANY HOLDINGS,,',
    );
    const reasons = async (path: string, id: string, status: string) =>
      (await until(path, id, status)).status_reasons?.map((reason) => (reason as { reason_code: string }).reason_code);
    expect(await reasons('/deliver/persons', listed, 'restricted')).toEqual(['matched_watchlist']);
    expect(await reasons('/deliver/persons', alerted, 'rejected')).toEqual(['matched_alertlist']);
    expect(await reasons('/deliver/businesses', business, 'restricted')).toEqual(['matched_watchlist']);
    const { digest } = listsOf(workers[0]!).current;
    expect(digest).not.toBe(before);
    expect(await untilScreened(digest)).toMatchObject({ customers: 4, screened: 4, matched: 3 });
    expect((await statusOf('/deliver/persons', clear)).status).toBe('verified');
    const events = await service.database.query<{ type: string; sequence: number }>(
      `SELECT type, sequence FROM platform.events WHERE resource_id = ANY($1) AND type LIKE '%ed' ORDER BY type, sequence`,
      [[listed, alerted, business]],
    );
    expect(events.filter(({ sequence }) => sequence === 3).map(({ type }) => type)).toEqual([
      'business_restricted',
      'person_rejected',
      'person_restricted',
    ]);
    const matches = await service.database.query(
      `SELECT FROM customers.screening_matches WHERE list_digest = $1 AND customer_id = ANY($2)`,
      [digest, [listed, alerted, business]],
    );
    expect(matches).toHaveLength(3);
    const status = (...more: string[]) => runCommand(['screening', 'status', ...more], service.database.environment);
    expect(JSON.parse((await status('--json')).stdout)).toMatchObject({
      screening: [{ list_digest: digest, customers: 4, screened: 4, matched: 3, finished_at: expect.any(String) }],
    });
    expect((await status()).stdout).toMatch(new RegExp(`${digest.slice(0, 12)} .* 4 of 4 +3 +finished `));
  });

  it('keeps the list in force while its files are broken', async () => {
    const { digest } = listsOf(workers[0]!).current;
    put('2,"FAKEMAN, Viktor",individual,blacklist');
    await eventually('the broken list is reported', async () => (await refused(workers[0]!)) === 1);
    expect(listsOf(workers[0]!).problem).toMatch(/^SCREENING_LIST_FILE: line 2: list must be/);
    expect(listsOf(workers[0]!).current.digest).toBe(digest);
    await until('/deliver/persons', await person('Viktor', 'Fakeman'), 'verified');
    put('2,"FAKEMAN, Viktor",individual,watchlist');
    await untilLoaded(digest);
    await eventually('the mended list is accepted', async () => (await refused(workers[0]!)) === 0);
    await until('/deliver/persons', await person('Viktor', 'Fakeman'), 'restricted');
  });

  it('screens each customer once, however many workers there are', async () => {
    workers.push(await service.startWorker(), await service.startWorker());
    const ids = [];
    for (let count = 0; count < 25; count++) ids.push(await person('Jane', 'Doe'));
    for (const id of ids) await until('/deliver/persons', id, 'verified');
    const { digest } = listsOf(workers[0]!).current;
    put(NOBODY, '2,"FAKEMAN, Viktor",individual,watchlist');
    await untilLoaded(digest);
    const run = await untilScreened(listsOf(workers[0]!).current.digest);
    expect(run).toMatchObject({ customers: 25, screened: 25, matched: 0 });
    const counted = async () => {
      const counts = workers.map(async (worker) => {
        const { registry } = worker.get(Metrics, { strict: false });
        const { values } = await registry.getSingleMetric('payments_screened_customers_total')!.get();
        return values.reduce((sum, { value }) => sum + value, 0);
      });
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    };
    // The run is seen to have ended before the worker that ended it counts.
    await eventually('all are counted', async () => (await counted()) >= 25);
    expect(await counted()).toBe(25);
  });

  it('goes on where a stopped worker left off', async () => {
    const ids = [];
    for (let count = 0; count < 5; count++) ids.push(await person('Viktor', 'Fakeman'));
    for (const id of ids) await until('/deliver/persons', id, 'verified');
    await untilScreened(listsOf(workers[0]!).current.digest);
    await workers.pop()!.close();
    put(NOBODY, '2,"FAKEMAN, Viktor",individual,watchlist');
    // As a worker leaves it that dies after the second customer: half of the run done, and the task leased.
    const { digest } = await loadScreeningList(service.options.config);
    await service.database.query(
      `UPDATE customers.screening_runs SET list_digest = $1, list_placed_at = now(), last_customer_id = $2, customers = 5,
         screened = 2, finished_at = NULL`,
      [digest, ids[1]],
    );
    await service.database.query(
      `INSERT INTO platform.tasks (enterprise_id, id, queue, subject_id, run_at, request_id, lease_token, attempt)
       SELECT enterprise_id, gen_random_uuid(), 'customer-screening', enterprise_id, now() + interval '1 second', 'r',
         gen_random_uuid(), 1 FROM customers.screening_runs`,
    );
    workers.push(await service.startWorker());
    expect(await untilScreened(digest)).toMatchObject({ customers: 5, screened: 5, matched: 3 });
    const statuses = await Promise.all(ids.map((id) => statusOf('/deliver/persons', id)));
    expect(statuses.map(({ status }) => status)).toEqual([
      ...['verified', 'verified', 'restricted', 'restricted', 'restricted'],
    ]);
  });

  ifOneServer('reads no customer before the page that it screens next', async () => {
    await until('/deliver/persons', await person('Jane', 'Doe'), 'verified');
    const recording = recordStatements((text) => (text.includes(`'person' AS type`) ? 'next' : undefined));
    const { digest } = listsOf(workers[0]!).current;
    put(NOBODY, '2,"FAKEMAN, Viktor",individual,watchlist');
    await untilLoaded(digest);
    await untilScreened(listsOf(workers[0]!).current.digest);
    recording.stop();
    await multiplyRows(service.database.adminUrl, { tables: ['customers.persons'], rows: MANY });
    const planner = new Client({ connectionString: service.database.appUrl });
    await planner.connect();
    const next = recording.statements.get('next')!;
    const [enterpriseId, , size] = next.values;
    const read = (after: string | null) => rowsRead(planner, { ...next, values: [enterpriseId!, after, size!] });
    const found = [await read(null), await read('ffffffff-ffff-ffff-ffff-ffffffffffff')];
    await planner.end();
    expect(found).toEqual([expect.any(Number), 0]);
    expect(found[0]).toBeGreaterThan(0);
  });

  it('does not put a list in force that was put in place earlier', async () => {
    const { digest } = listsOf(workers[0]!).current;
    await untilScreened(digest);
    await service.database.query(
      `UPDATE customers.screening_runs SET list_digest = 'newer', list_placed_at = now() + interval '1 hour'`,
    );
    await eventually('the worker reports its list', async () => (await refused(workers[0]!)) === 1);
    expect(listsOf(workers[0]!).problem).toMatch(/another worker has a newer list/);
    const id = await person('Jane', 'Doe');
    const tasks = () =>
      service.database.query<{ postponed: boolean }>(
        `SELECT run_at > created_at + interval '1 second' AS postponed FROM platform.tasks
         WHERE queue = 'customer-verification' AND subject_id = $1`,
        [id],
      );
    await eventually('its verification is put off', async () => (await tasks())[0]?.postponed);
    expect((await statusOf('/deliver/persons', id)).status).toBe('created');
    await service.database.query(`UPDATE customers.screening_runs SET list_digest = $1, list_placed_at = now()`, [
      digest,
    ]);
    await until('/deliver/persons', id, 'verified');
  });
});
