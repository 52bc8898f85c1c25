import type { INestApplicationContext } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { Log, Metrics, workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { eventually } from '@payments/testing';
import { withApplication } from '../../apps/cli/src/support/application.js';
import { reconcileAll } from '../../apps/cli/src/support/reconcile.js';
import { ReceiveResults } from '../../libs/transfers/src/application/receive-results.js';
import type { ProcessorResult, ResultKind } from '../../libs/transfers/src/domain/leg.js';
import type { ApiClient } from '../support/api-client.js';
import { runCommand } from '../support/command.js';
import { expectSound } from '../support/ledger-sound.js';
import { aPayout, untilStatus } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { advance, balanceOf, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('libs/transfers/src', 'libs/messaging/src', 'migrations');

const HOUR = 60 * 60_000;

interface InboxRow {
  readonly id: string;
  readonly kind: ResultKind;
  readonly is_applied: boolean;
  readonly is_contradictory: boolean;
}

describe('ApplyResults', () => {
  let service: TestService;
  let worker: INestApplicationContext;
  let client: ApiClient;
  let payee: Party;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    worker = await service.startWorker();
  });
  beforeEach(async () => {
    client = await service.client();
    payee = await verifiedParty(client);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await expectSound(service.database);
    await service.stop();
  });

  /** Makes a payout that the sandbox network has completed. Returns its end-to-end id. */
  async function anEndedPayout(end: 'settled' | 'rejected' | 'returned', speed: string): Promise<string> {
    const response = await client.post('/deliver/transfers', aPayout(payee, { speed }));
    const { id } = response.body['transfer'] as { id: string };
    if (end !== 'settled') {
      const kind = end === 'rejected' ? 'reject' : 'return';
      await client.post(`/sandbox/transfers/${id}/outcome`, { kind, code: kind === 'reject' ? 'AC03' : 'R02' });
    }
    await untilStatus(client, id, 'pending', 'completed', 'failed');
    await advance(client, 3);
    const [leg] = await service.database.query<{ end_to_end_id: string; status: string }>(
      `SELECT end_to_end_id, status FROM transfers.legs WHERE transfer_id = $1`,
      [id],
    );
    expect(leg!.status).toBe(end);
    return leg!.end_to_end_id;
  }

  /** Reports one more result of it, and waits until it is applied or found to be contradictory. */
  async function report(
    ...[end_to_end_id, kind, hours, more = {}]: [string, ResultKind, number, Partial<ProcessorResult>?]
  ): Promise<InboxRow> {
    const [last] = await service.database.query<{ at: Date }>(
      `SELECT last_result_at AS at FROM transfers.legs WHERE end_to_end_id = $1`,
      [end_to_end_id],
    );
    const result: ProcessorResult = {
      ...{ processor_result_id: newId(), end_to_end_id, kind, trace_number: null },
      network_reason_code: kind === 'rejected' ? '9910' : null,
      occurred_at: new Date(last!.at.getTime() + hours * HOUR),
      ...more,
    };
    const tenant = await worker.get(Enterprises, { strict: false }).get(client.credentials.enterprise_id);
    const receive = () => worker.get(ReceiveResults, { strict: false }).execute([result]);
    await workContext.run({ requestId: 'test', tenant }, receive);
    let row: InboxRow | undefined;
    await eventually('the result is looked at', async () => {
      [row] = await service.database.query<InboxRow>(
        `SELECT id, kind, applied_at IS NOT NULL AS is_applied, contradictory_at IS NOT NULL AS is_contradictory
         FROM transfers.processor_results WHERE processor_result_id = $1`,
        [result.processor_result_id],
      );
      return row!.is_applied || row!.is_contradictory;
    });
    return row!;
  }

  const money = async (end_to_end_id: string) => [
    await balanceOf(client),
    await service.database.query(
      `SELECT l.status AS leg, l.attempt, t.status, t.sequence FROM transfers.legs l
       JOIN transfers.transfers t ON t.id = l.transfer_id WHERE l.end_to_end_id = $1`,
      [end_to_end_id],
    ),
  ];
  const breaks = async () => {
    const enterprise = client.credentials.enterprise_id;
    const [found] = await withApplication(service.database.config, (app) =>
      reconcileAll(app, { period: {}, enterprise }),
    );
    return found!.breaks.map(({ kind, end_to_end_id, own, reported }) => ({ kind, end_to_end_id, own, reported }));
  };

  it.each([
    { end: 'rejected', kind: 'settled', speed: 'asap', hours: 1 },
    { end: 'rejected', kind: 'settled', speed: 'standard', hours: -1 },
    { end: 'rejected', kind: 'accepted', speed: 'asap', hours: -1 },
    { end: 'settled', kind: 'rejected', speed: 'asap', hours: 1 },
    { end: 'settled', kind: 'rejected', speed: 'standard', hours: 1 },
    { end: 'settled', kind: 'returned', speed: 'standard', hours: -1 },
    { end: 'returned', kind: 'settled', speed: 'standard', hours: 1 },
    { end: 'returned', kind: 'rejected', speed: 'standard', hours: 1 },
  ] as const)('never applies to a $end leg that it is $kind ($speed, $hours h)', async (each) => {
    const { end, kind, speed, hours } = each;
    const endToEndId = await anEndedPayout(end, speed);
    const before = await money(endToEndId);
    const log = jest.spyOn(worker.get(Log), 'error');
    const row = await report(endToEndId, kind, hours);
    expect(row).toMatchObject({ kind, is_applied: false, is_contradictory: true });
    expect(await money(endToEndId)).toEqual(before);
    const named = { result_id: row.id, end_to_end_id: endToEndId, result_kind: kind, leg_status: end };
    await eventually('it is logged', async () =>
      log.mock.calls.some(([event]) => event === 'contradictory_processor_result'),
    );
    expect(log).toHaveBeenCalledWith('contradictory_processor_result', named);
    const metrics = await worker.get(Metrics).registry.metrics();
    const counter = `payments_processor_results_contradictory_total{kind="${kind}",leg_status="${end}"}`;
    expect(metrics).toContain(counter);
    expect(await breaks()).toEqual([
      { kind: 'contradictory', end_to_end_id: endToEndId, own: end, reported: `the result ${kind}` },
    ]);
  });

  it.each([
    ['settled', 'accepted', -1],
    ['settled', 'settled', 1],
    ['returned', 'settled', -1],
    ['rejected', 'rejected', 1],
  ] as const)('takes for a duplicate, of a %s leg, that it is %s (%s h)', async (end, kind, hours) => {
    const endToEndId = await anEndedPayout(end, 'standard');
    const before = await money(endToEndId);
    expect(await report(endToEndId, kind, hours)).toMatchObject({ is_applied: true, is_contradictory: false });
    expect(await money(endToEndId)).toEqual(before);
    expect(await breaks()).toEqual([]);
  });

  const reasonsOf = async (endToEndId: string) => {
    const [row] = await service.database.query<{ id: string }>(
      'SELECT transfer_id AS id FROM transfers.legs WHERE end_to_end_id = $1',
      [endToEndId],
    );
    await untilStatus(client, row!.id, 'failed');
    const { transfer } = (await client.get(`/deliver/transfers/${row!.id}`)).body as {
      transfer: { status_reasons: unknown };
    };
    return transfer.status_reasons;
  };

  it('tells suspected fraud by the words of the bank, and the words', async () => {
    const endToEndId = await anEndedPayout('settled', 'standard');
    const words = { network_reason_code: 'R17', reason_text: 'QUESTIONABLE' };
    expect(await report(endToEndId, 'returned', 24, words)).toMatchObject({ is_applied: true });
    expect(await reasonsOf(endToEndId)).toMatchObject([
      {
        destination: {
          ...{ reason_code: 'suspected_fraud', network_reason_code: 'R17', network_reason_text: 'QUESTIONABLE' },
        },
      },
    ]);
  });

  it('gives a code the meaning that it has on the day on which the return settles', async () => {
    await client.post('/sandbox/clock/advance', { to: '2028-03-15T15:00:00Z' });
    const endToEndId = await anEndedPayout('settled', 'standard');
    const code = { network_reason_code: 'R90' };
    expect(await report(endToEndId, 'returned', 24, code)).toMatchObject({ is_applied: true });
    expect(await reasonsOf(endToEndId)).toMatchObject([
      { destination: { network_reason_code_message: 'The bank returned the entry because of sanctions' } },
    ]);
  });

  it('is not held up by a result that cannot be applied', async () => {
    const [poisoned, other] = [await anEndedPayout('settled', 'standard'), await anEndedPayout('settled', 'standard')];
    await service.database.query(`
      CREATE FUNCTION transfers.fail_poison() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'poison'; END $$`);
    await service.database.query(`
      CREATE TRIGGER poison BEFORE UPDATE ON transfers.legs FOR EACH ROW WHEN (OLD.end_to_end_id = '${poisoned}')
      EXECUTE FUNCTION transfers.fail_poison()`);
    const returned = (end_to_end_id: string): ProcessorResult => ({
      ...{ processor_result_id: newId(), end_to_end_id, kind: 'returned', trace_number: null },
      ...{ network_reason_code: 'R02', occurred_at: new Date(Date.now() + 5 * 24 * HOUR) },
    });
    const tenant = await worker.get(Enterprises, { strict: false }).get(client.credentials.enterprise_id);
    const together = [returned(poisoned), returned(other)];
    await workContext.run({ requestId: 'test', tenant }, () =>
      worker.get(ReceiveResults, { strict: false }).execute(together),
    );
    const statusOf = async (endToEndId: string) =>
      (
        await service.database.query<{ status: string }>(`SELECT status FROM transfers.legs WHERE end_to_end_id = $1`, [
          endToEndId,
        ])
      )[0]!.status;
    await eventually('the other one is applied', async () => (await statusOf(other)) === 'returned');
    expect(await statusOf(poisoned)).toBe('settled');
    await service.database.query(`DROP TRIGGER poison ON transfers.legs`);
    await service.database.query(`DROP FUNCTION transfers.fail_poison`);
    await eventually('it is applied once mended', async () => (await statusOf(poisoned)) === 'returned');
  });

  const command = (...args: string[]) => runCommand(['results', ...args], service.database.environment);
  const statusOf = async (endToEndId: string) =>
    (
      await service.database.query<{ status: string }>(
        `SELECT t.status FROM transfers.transfers t JOIN transfers.legs l ON l.transfer_id = t.id WHERE l.end_to_end_id = $1`,
        [endToEndId],
      )
    )[0]!.status;
  const because = ['--reason', 'confirmed by the bank'] as const;

  it('sets a result aside that is dated next year, and applies it when an operator says so', async () => {
    const endToEndId = await anEndedPayout('settled', 'standard');
    const before = await money(endToEndId);
    const { id, is_contradictory } = await report(endToEndId, 'returned', 365 * 24);
    expect(is_contradictory).toBe(true);
    expect(await money(endToEndId)).toEqual(before);
    expect((await command('list')).stdout).toMatch(new RegExp(`${id} .*early: the leg is settled`));
    expect(await breaks()).toMatchObject([{ kind: 'contradictory', end_to_end_id: endToEndId }]);
    expect(await command('apply', id, ...because, '--as', 'ada')).toMatchObject({ code: 0, stdout: `${id} applied\n` });
    expect(await statusOf(endToEndId)).toBe('failed');
    // The simulated network has settled it.
    expect(await breaks()).toMatchObject([{ kind: 'status', own: 'returned', reported: 'settled' }]);
    expect((await command('apply', id, ...because)).stderr).toContain('no open result has this id');
    const audited = await service.database.query(
      `SELECT action, actor, after ->> 'reason' AS reason FROM platform.audit WHERE subject_id = $1`,
      [id],
    );
    expect(audited).toEqual([{ action: 'processor_result.applied', actor: 'ada', reason: 'confirmed by the bank' }]);
  });

  it('gives back a settled payment whose rejection turns out to be true, when two operators say so under dual control', async () => {
    const endToEndId = await anEndedPayout('settled', 'asap');
    const [before] = await money(endToEndId);
    const { id } = await report(endToEndId, 'rejected', 1);
    await service.database.query(
      `UPDATE platform.enterprises SET settings = settings || '{"dual_control":true}' WHERE enterprise_id = $1`,
      [client.credentials.enterprise_id],
    );
    expect((await command('apply', id, ...because, '--as', 'ada')).stdout).toContain('requested');
    expect((await command('apply', id, ...because, '--as', 'ada')).stderr).toContain('another operator must decide');
    expect(await statusOf(endToEndId)).toBe('completed');
    expect(await command('apply', id, ...because, '--as', 'grace')).toMatchObject({ code: 0 });
    expect(await statusOf(endToEndId)).toBe('failed');
    expect(await money(endToEndId)).not.toEqual([before, expect.anything()]);
    await expectSound(service.database);
  });

  it('refuses to apply what the leg cannot take, and changes nothing', async () => {
    const endToEndId = await anEndedPayout('rejected', 'standard');
    const { id } = await report(endToEndId, 'settled', 1);
    const before = await money(endToEndId);
    const refused = await command('apply', id, ...because);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('its leg is rejected, and cannot become settled'),
    ]);
    expect(await money(endToEndId)).toEqual(before);
    await command('dismiss', id, '--reason', 'booked as a credit');
  });

  it('lists a contradictory result until it is dismissed', async () => {
    const endToEndId = await anEndedPayout('rejected', 'standard');
    const { id } = await report(endToEndId, 'settled', 1);
    expect(await breaks()).toMatchObject([{ kind: 'contradictory' }]);
    const listed = await command('list', '--json');
    const { results } = JSON.parse(listed.stdout) as { results: { id: string }[] };
    expect(results.find((each) => each.id === id)).toMatchObject({
      ...{ state: 'contradictory', enterprise_id: client.credentials.enterprise_id, end_to_end_id: endToEndId },
      ...{ kind: 'settled', problem: 'the leg is rejected' },
    });
    expect(listed.code).toBe(1);
    expect((await command('dismiss', newId(), '--reason', 'none')).stderr).toContain('no open result has this id');
    expect(await command('dismiss', id, '--reason', 'reversed by the bank')).toMatchObject({ code: 0 });
    expect(await breaks()).toEqual([]);
    expect((await command('list')).stdout).not.toContain(id);
  });
});
