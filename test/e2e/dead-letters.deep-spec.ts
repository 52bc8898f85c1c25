import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createTestDatabase, eventually } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { newEnterprise } from '../support/e2e/enterprise.js';
import { freePorts, portSettings } from '../support/e2e/free-ports.js';
import { endLeases } from '../support/e2e/leases.js';
import { Program } from '../support/e2e/program.js';
import { raw } from '../support/e2e/raw.js';
import { guards } from '../support/guards.js';

guards('libs/messaging/src/outbox', 'apps/cli/src/support/queues');

const QUEUE = 'customer-verification';

describe('a task that kills its worker', () => {
  const poison = randomUUID();
  let database: TestDatabase;
  let settings: Record<string, string>;
  let worker: Program | undefined;
  let operations: string;
  let enterpriseId: string;

  beforeAll(async () => {
    database = await createTestDatabase({ POISON: poison });
    const ports = await freePorts();
    settings = { ...database.environment, ...portSettings(ports) };
    operations = `http://127.0.0.1:${ports.metrics + 1}`;
    ({ enterprise_id: enterpriseId } = await newEnterprise(settings, 'Acme Payroll'));
  });
  afterAll(async () => {
    await worker?.stop('SIGKILL');
    await database.drop();
  });

  const command = async (...args: string[]) => {
    const { code, stdout, stderr } = await Program.run('cli', { args, settings });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };
  const schedule = (subject: string) =>
    database.query(
      `INSERT INTO platform.tasks (enterprise_id, id, queue, subject_id, run_at, request_id)
       VALUES ($1, gen_random_uuid(), $2, $3, now(), 'test')`,
      [enterpriseId, QUEUE, subject],
    );
  const left = () =>
    database.query<{ subject_id: string; crash_count: number }>(
      'SELECT subject_id, crash_count FROM platform.tasks WHERE queue = $1',
      [QUEUE],
    );
  const startPoisoned = () => {
    const preload = join(__dirname, '../support/e2e/poison.cjs');
    worker = new Program('worker', { settings, preload });
    return worker;
  };

  it('is given up after the fifth time while the others are done, counted, shown, and taken up again by a command', async () => {
    await schedule(poison);
    expect((await startPoisoned().ended).code).not.toBe(0);
    expect(await left()).toEqual([{ subject_id: poison, crash_count: 1 }]);
    await database.query('UPDATE platform.tasks SET crash_count = 4 WHERE subject_id = $1', [poison]);
    await endLeases(database.query);
    await schedule(randomUUID());
    expect((await startPoisoned().ended).code).not.toBe(0);
    expect(await left()).toContainEqual({ subject_id: poison, crash_count: 5 });
    await endLeases(database.query);

    const third = startPoisoned();
    await third.answers(`${operations}/health/ready`);
    await eventually('the others are done', async () => (await left()).length === 0);
    await eventually('it is counted', async () =>
      (await raw(`${operations}/metrics`)).text.includes(`payments_dead_letters{queue="${QUEUE}"} 1`),
    );
    await third.says('dead_letter');
    expect(JSON.parse(await command('queues', 'status', '--by-enterprise', '--json'))).toEqual({
      queues: [
        {
          queue: QUEUE,
          enterprise_id: enterpriseId,
          due: 0,
          leased: 0,
          waiting: 0,
          oldest_due_seconds: null,
          dead_letters: 1,
        },
      ],
    });
    expect(await command('queues', 'status')).toMatch(new RegExp(`^queue +due .*\n${QUEUE} +0 +0 +0 +- +1\n$`));
    expect(await command('queues', 'redrive', '--dry-run')).toMatch(
      new RegExp(`${QUEUE} +${enterpriseId} .*without a result.*\n1 dead letter would be redriven\n$`),
    );
    expect((await third.stop('SIGTERM')).code).toBe(0);

    settings = { ...settings, POISON: randomUUID() };
    await startPoisoned().answers(`${operations}/health/ready`);
    const redriven = JSON.parse(await command('queues', 'redrive', '--queue', QUEUE, '--json')) as object;
    expect(redriven).toMatchObject({ dry_run: false, dead_letters: [{ subject_id: poison, reason: 'crashed' }] });
    await eventually('it is done', async () => (await left()).length === 0);
  });
});
