import type { INestApplicationContext } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { Metrics } from '@payments/observability';
import { Reconcile } from '@payments/transfers';
import { withApplication } from '../../apps/cli/src/support/application.js';
import { reconcileAll } from '../../apps/cli/src/support/reconcile.js';
import { ReconciliationSweep } from '../../libs/transfers/src/infrastructure/queue/reconciliation.sweep.js';
import type { ApiClient } from '../support/api-client.js';
import { expectSound } from '../support/ledger-sound.js';
import { aDirectDebit, aPayout, untilStatus } from '../support/parties.js';
import { advance, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

describe('the reconciliation with the processor', () => {
  let service: TestService;
  let worker: INestApplicationContext;
  let client: ApiClient;
  let enterprise: string;
  const instruction: Record<string, string> = {};

  const query = <Row>(sql: string, values?: readonly unknown[]) => service.database.query<Row>(sql, values);
  const run = async () => {
    const [result] = await withApplication(service.database.config, (app) =>
      reconcileAll(app, { period: {}, enterprise }),
    );
    return result!;
  };
  const breaks = async () => (await run()).breaks.map(({ kind, end_to_end_id }) => `${kind} ${end_to_end_id}`).sort();
  const money = async () =>
    JSON.stringify([
      await query(`SELECT t.id, t.status, t.version FROM transfers.transfers t ORDER BY id`),
      await query(`SELECT enterprise_id, account, balance FROM ledger.balances ORDER BY 1, 2`),
    ]);

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    worker = await service.startWorker();
    client = await service.client();
    enterprise = client.credentials.enterprise_id;
    const [payer, payee] = [await verifiedParty(client), await verifiedParty(client)];
    const orders: [string, Record<string, unknown>][] = [
      ['instant', aPayout(payee, { speed: 'asap' })],
      ['settled', aPayout(payee)],
      ['returned', aPayout(payee, { amount: 10_002 })],
      ['debit', aDirectDebit(payer)],
      ['refused', aDirectDebit(payer, { amount: 10_026 })],
    ];
    for (const [name, body] of orders) {
      const { id } = (await client.post('/deliver/transfers', body)).body['transfer'] as { id: string };
      await untilStatus(client, id, 'pending', 'completed');
      instruction[name] =
        `P${(await query<{ id: string }>(`SELECT id FROM transfers.legs WHERE transfer_id = $1`, [id]))[0]!.id.replaceAll('-', '')}`;
    }
    await advance(client, 3);
  });
  afterAll(async () => {
    await expectSound(service.database);
    await service.stop();
  });

  it('finds nothing where both say the same, of transfers that ended in every way', async () => {
    const { breaks: open, own, reported } = await run();
    expect(open).toEqual([]);
    expect([own, reported]).toEqual([5, 5]);
  });

  it('keeps each difference as one row until it is gone, and moves nothing', async () => {
    const before = await money();
    const books = (statement: string, id: string | undefined, ...more: unknown[]) => query(statement, [id, ...more]);
    await books(`UPDATE sandbox.instructions SET amount = amount + 1 WHERE end_to_end_id = $1`, instruction['settled']);
    await books(`DELETE FROM sandbox.instructions WHERE end_to_end_id = $1`, instruction['instant']);
    await books(
      `UPDATE sandbox.planned_results SET kind = 'returned' WHERE end_to_end_id = $1 AND kind = 'settled'`,
      instruction['debit'],
    );
    const stray = `P${newId().replaceAll('-', '')}`;
    await books(
      `INSERT INTO sandbox.instructions SELECT enterprise_id, $1, batch_id, side, rail, amount, trace_number, received_at
       FROM sandbox.instructions WHERE end_to_end_id = $2`,
      stray,
      instruction['refused'],
    );
    await query(
      `INSERT INTO sandbox.planned_results (enterprise_id, id, end_to_end_id, kind, due_at, reported_at)
       SELECT enterprise_id, gen_random_uuid(), $1, 'accepted', due_at, reported_at FROM sandbox.planned_results
       WHERE end_to_end_id = $2`,
      [stray, instruction['refused']],
    );
    const expected = [
      `amount ${instruction['settled']}`,
      `missing ${instruction['instant']}`,
      `status ${instruction['debit']}`,
      `extra ${stray}`,
    ].sort();
    expect(await breaks()).toEqual(expected);
    const [first] = await query(`SELECT min(first_seen_at) AS seen FROM transfers.reconciliation_breaks`);
    expect(await breaks()).toEqual(expected);
    expect(await query(`SELECT count(*)::int AS count FROM transfers.reconciliation_breaks`)).toEqual([{ count: 4 }]);
    expect(await query(`SELECT min(first_seen_at) AS seen FROM transfers.reconciliation_breaks`)).toEqual([first]);

    await books(`UPDATE sandbox.instructions SET amount = amount - 1 WHERE end_to_end_id = $1`, instruction['settled']);
    await books(`DELETE FROM sandbox.instructions WHERE end_to_end_id = $1`, stray);
    expect(await breaks()).toEqual([`missing ${instruction['instant']}`, `status ${instruction['debit']}`].sort());
    const resolved = await query(
      `SELECT kind FROM transfers.reconciliation_breaks WHERE resolved_at IS NOT NULL ORDER BY 1`,
    );
    expect(resolved).toEqual([{ kind: 'amount' }, { kind: 'extra' }]);
    expect(await money()).toBe(before);
  });

  it('finds results that match no instruction, after the grace period', async () => {
    const report = (end_to_end_id: string, age: string) =>
      query(
        `INSERT INTO transfers.processor_results VALUES
           ($1, gen_random_uuid(), gen_random_uuid()::text, $2, 'settled', NULL, NULL, now(), now() - $3::interval)`,
        [enterprise, end_to_end_id, age],
      );
    await report('P-none', '2 hours');
    await report('P-fresh', '1 minute');
    expect(await breaks()).toContain('extra P-none');
    expect(await breaks()).not.toContain('extra P-fresh');
    await query(`DELETE FROM transfers.processor_results WHERE end_to_end_id LIKE 'P-%'`);
  });

  it('is made by the worker once a day for each enterprise, and counted', async () => {
    const other = (await service.createEnterprise()).enterprise_id;
    const sweep = worker.get(ReconciliationSweep, { strict: false });
    const started = () =>
      query<{ started_at: Date }>(`SELECT started_at FROM transfers.reconciliation_runs WHERE enterprise_id = $1`, [
        other,
      ]);
    await sweep.round();
    const [first] = await started();
    await sweep.round();
    expect(await started()).toEqual([first]);
    await query(`UPDATE transfers.reconciliation_runs SET started_at = now() - interval '25 hours'`);
    await sweep.round();
    expect((await started())[0]!.started_at.getTime()).toBeGreaterThanOrEqual(first!.started_at.getTime());
    const text = await worker.get(Metrics, { strict: false }).registry.metrics();
    expect(text).toMatch(/^payments_reconciliation_breaks\{kind="missing"\} 1$/m);
  });

  it('keeps the number of differences when they cannot be read', async () => {
    const get = <T>(type: new (...args: never[]) => T) => worker.get<T>(type, { strict: false });
    const gauge = async () =>
      (await get(Metrics).registry.getSingleMetricAsString('payments_reconciliation_breaks')).split('\n').at(-1);
    await get(ReconciliationSweep).round();
    const before = await gauge();
    expect(before).toMatch(/ 1$/);
    jest.spyOn(get(Reconcile), 'openBreaks').mockRejectedValueOnce(new Error('the database is away'));
    await expect(get(ReconciliationSweep).round()).rejects.toThrow('the database is away');
    expect(await gauge()).toBe(before);
  });

  it('is made for the others where one enterprise belongs to another environment', async () => {
    const stray = '00000000-0000-7000-8000-000000000000';
    await query(
      `INSERT INTO platform.enterprises (enterprise_id, name, environment, settings) VALUES ($1, 'Stray', 'production', '{}')`,
      [stray],
    );
    const other = (await service.createEnterprise()).enterprise_id;
    await worker.get(ReconciliationSweep, { strict: false }).round();
    const runs = await query(`SELECT FROM transfers.reconciliation_runs WHERE enterprise_id = $1`, [other]);
    expect(runs).toHaveLength(1);
    await query(`DELETE FROM platform.enterprises WHERE enterprise_id = $1`, [stray]);
  });
});
