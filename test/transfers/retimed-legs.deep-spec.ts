import type { INestApplicationContext } from '@nestjs/common';
import { addBankingDays, HOUR_MS, newId, newYorkInstant } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { eventually } from '@payments/testing';
import { Client } from 'pg';
import { BankingTime } from '../../libs/transfers/src/application/banking-time.js';
import type { ReportedResult } from '../../libs/transfers/src/application/ports.js';
import { ReceiveResults } from '../../libs/transfers/src/application/receive-results.js';
import type { Retiming } from '../../libs/transfers/src/domain/leg.js';
import { RealBankingTime } from '../../libs/transfers/src/infrastructure/banking-time/real-banking-time.js';
import type { ApiClient } from '../support/api-client.js';
import { expectSound } from '../support/ledger-sound.js';
import { aDirectDebit, untilStatus } from '../support/parties.js';
import { advanceTo, balanceOf, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { itOnOneServer } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('libs/transfers/src', 'libs/rails/src', 'migrations');

const ifOneServer = itOnOneServer('A wait for a lock is seen on its own server only');

interface Leg {
  readonly id: string;
  readonly end_to_end_id: string;
  readonly status: string;
  readonly window_at: Date;
  readonly effective_date: string;
  readonly settles_at: Date;
  readonly hold_until: Date;
}

describe('a retimed debit', () => {
  let service: TestService;
  let worker: INestApplicationContext;
  let client: ApiClient;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    worker = await service.startWorker();
  });
  beforeEach(async () => {
    client = await service.client();
  });
  afterAll(async () => {
    await expectSound(service.database);
    await service.stop();
  });

  const legOf = async (transferId: string) => {
    const sql = 'SELECT * FROM transfers.legs WHERE transfer_id = $1';
    return (await service.database.query<Leg>(sql, [transferId]))[0]!;
  };
  const taskOf = async ({ id }: Leg) => {
    const sql = `SELECT run_at > now() AS is_waiting, run_at, lease_token FROM platform.tasks
      WHERE queue = 'hold-ends' AND subject_id = $1`;
    type Row = { is_waiting: boolean; run_at: Date; lease_token: string | null };
    return (await service.database.query<Row>(sql, [id]))[0];
  };

  /** A debit that the sandbox network has settled, and whose hold has not ended. */
  async function settledDebit(): Promise<{ readonly id: string; readonly leg: Leg }> {
    const payer = await verifiedParty(client);
    const response = await client.post('/deliver/transfers', aDirectDebit(payer));
    const { id } = response.body['transfer'] as { id: string };
    await untilStatus(client, id, 'pending');
    await advanceTo(client, (await legOf(id)).settles_at);
    const leg = await legOf(id);
    expect(leg.status).toBe('settled');
    return { id, leg };
  }

  /** The bank reports that the entry went into another window; resolves once that is applied. */
  async function retime(leg: Leg, retimed: Retiming): Promise<void> {
    const processor_result_id = newId();
    const tenant = await worker.get(Enterprises, { strict: false }).get(client.credentials.enterprise_id);
    const result: ReportedResult = {
      ...{
        processor_result_id,
        end_to_end_id: leg.end_to_end_id,
        kind: 'accepted' as const,
        network_reason_code: null,
      },
      ...{ trace_number: null, occurred_at: leg.window_at, retimed },
    };
    await workContext.run({ requestId: 'test', tenant }, () =>
      worker.get(ReceiveResults, { strict: false }).execute([result]),
    );
    await eventually('the result is applied', async () => {
      const sql = 'SELECT FROM transfers.processor_results WHERE processor_result_id = $1 AND applied_at IS NOT NULL';
      return (await service.database.query(sql, [processor_result_id])).length === 1;
    });
  }
  const aDayLater = ({ effective_date: planned }: Leg): Retiming => {
    const effective_date = addBankingDays(planned, 1);
    return { effective_date, settles_at: newYorkInstant(effective_date, '08:30') };
  };

  it('is released at the end of its later hold, and not at the planned one', async () => {
    const { id, leg } = await settledDebit();
    await retime(leg, aDayLater(leg));
    const moved = await legOf(id);
    expect(moved).toMatchObject({ ...aDayLater(leg), status: 'settled' });
    expect(moved.hold_until.getTime()).toBeGreaterThan(leg.hold_until.getTime());
    await advanceTo(client, leg.hold_until);
    expect([(await legOf(id)).status, (await balanceOf(client)).pending]).toEqual(['settled', 12_500]);
    await advanceTo(client, new Date(moved.hold_until.getTime() - HOUR_MS));
    expect((await legOf(id)).status).toBe('settled');
    await advanceTo(client, moved.hold_until);
    expect([(await legOf(id)).status, (await balanceOf(client)).pending]).toEqual(['released', 0]);
  });

  it('keeps its hold when the reported window is an earlier one', async () => {
    const { id, leg } = await settledDebit();
    await retime(leg, { effective_date: '2024-01-02', settles_at: new Date('2024-01-02T13:30:00Z') });
    expect(await legOf(id)).toMatchObject({ settles_at: leg.settles_at, hold_until: leg.hold_until });
    await advanceTo(client, leg.hold_until);
    expect((await legOf(id)).status).toBe('released');
  });

  it('has one task for the end of its hold, which is due later', async () => {
    const { leg } = await settledDebit();
    const [before] = [await taskOf(leg)];
    await service.database.query(`UPDATE platform.tasks SET run_at = now() + interval '1 hour' WHERE subject_id = $1`, [
      leg.id,
    ]);
    await retime(leg, aDayLater(leg));
    const after = await taskOf(leg);
    expect(before).toMatchObject({ is_waiting: true });
    expect(after!.run_at.getTime()).toBeGreaterThan(Date.now() + 2 * 60 * 60_000);
  });

  describe('by the time of production', () => {
    let sandboxHorizon: BankingTime['horizon'];

    beforeEach(() => {
      const time = worker.get(BankingTime, { strict: false });
      sandboxHorizon = time.horizon.bind(time);
      Object.assign(time, { horizon: RealBankingTime.prototype.horizon });
    });
    afterEach(() => {
      Object.assign(worker.get(BankingTime, { strict: false }), { horizon: sandboxHorizon });
    });

    const setHold = (leg: Leg, from: string) =>
      service.database.query(`UPDATE transfers.legs SET hold_until = now() + $2::interval WHERE id = $1`, [
        leg.id,
        from,
      ]);
    const makeDue = async (leg: Leg) => {
      const sql = `UPDATE platform.tasks SET run_at = now() - interval '1 second' WHERE subject_id = $1 RETURNING id`;
      expect(await service.database.query(sql, [leg.id])).toHaveLength(1);
    };
    const untilWaiting = (leg: Leg) =>
      eventually('its task waits again', async () => {
        const task = await taskOf(leg);
        return task?.is_waiting === true && task.lease_token === null;
      });

    it('is not released by a task that comes too early, which waits for the hold', async () => {
      const { id, leg } = await settledDebit();
      await setHold(leg, '1 hour');
      await makeDue(leg);
      await untilWaiting(leg);
      expect((await legOf(id)).status).toBe('settled');
      const difference = (await taskOf(leg))!.run_at.getTime() - (await legOf(id)).hold_until.getTime();
      expect(Math.abs(difference)).toBeLessThan(60_000);
      await setHold(leg, '-1 second');
      await makeDue(leg);
      await eventually('it is released', async () => (await legOf(id)).status === 'released');
    });

    ifOneServer('is not released by a worker that waited for the lock while the hold moved', async () => {
      const { id, leg } = await settledDebit();
      await setHold(leg, '-1 second');
      const other = new Client({ connectionString: service.database.adminUrl });
      await other.connect();
      try {
        await other.query('BEGIN');
        await other.query('SELECT FROM transfers.transfers WHERE id = $1 FOR UPDATE', [id]);
        await makeDue(leg);
        await eventually('the worker waits for the lock', async () => {
          const sql = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
          return (await service.database.query(sql)).length > 0;
        });
        await other.query(`UPDATE transfers.legs SET hold_until = now() + interval '1 hour' WHERE id = $1`, [leg.id]);
        await other.query('COMMIT');
      } finally {
        await other.end();
      }
      await untilWaiting(leg);
      expect((await legOf(id)).status).toBe('settled');
    });
  });
});
