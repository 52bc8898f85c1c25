import { eventually } from '@payments/testing';
import { Client } from 'pg';
import { aPayout, untilStatus } from '../support/parties.js';
import { FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('libs/transfers/src', 'migrations');

describe('a requested outcome', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(FROZEN);
    await service.startWorker();
  });
  afterAll(() => service.stop());

  const areWaiting = async (count: number) => {
    const rows = await service.database.query(
      `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
       WHERE d.datname = current_database() AND locktype = 'advisory' AND NOT granted`,
    );
    return rows.length >= count;
  };

  it('waits for the clock before it holds the transfer, as every step does', async () => {
    const client = await service.client();
    const response = await client.post('/deliver/transfers', aPayout(await verifiedParty(client), { speed: 'asap' }));
    const { id } = response.body['transfer'] as { id: string };
    await untilStatus(client, id, 'completed');
    const step = new Client({ connectionString: service.database.adminUrl });
    const mover = new Client({ connectionString: service.database.adminUrl });
    await Promise.all([step.connect(), mover.connect()]);
    const { enterprise_id } = client.credentials;
    await step.query('BEGIN');
    await step.query(`SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))`, [enterprise_id]);
    await mover.query('BEGIN');
    const moving = mover.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [enterprise_id]);
    await eventually('the clock is to be moved', () => areWaiting(1));
    const asking = client.post(`/sandbox/transfers/${id}/outcome`, { kind: 'return', code: 'R01' });
    await eventually('the request waits for the clock', () => areWaiting(2));
    // A step that has the clock already must get the transfer.
    const locked = await step
      .query(`SELECT FROM transfers.transfers WHERE enterprise_id = $1 AND id = $2 FOR UPDATE NOWAIT`, [
        enterprise_id,
        id,
      ])
      .then(
        () => 'locked',
        (error: unknown) => String(error),
      );
    await step.query('ROLLBACK');
    await moving;
    await mover.query('ROLLBACK');
    await asking;
    await Promise.all([step.end(), mover.end()]);
    expect(locked).toBe('locked');
  });

  it('cannot reject what the network has accepted, though the transfer does not know it yet', async () => {
    const client = await service.client();
    const payee = await verifiedParty(client);
    const network = new Client({ connectionString: service.database.adminUrl });
    await network.connect();
    const key = `sandbox-network/${client.credentials.enterprise_id}`;
    await network.query('BEGIN');
    await network.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [key]);
    const response = await client.post('/deliver/transfers', aPayout(payee, { speed: 'asap' }));
    const { id } = response.body['transfer'] as { id: string };
    await eventually('the batch waits before the network', () => areWaiting(1));
    const asking = client.post(`/sandbox/transfers/${id}/outcome`, { kind: 'reject', code: 'AC03' });
    await eventually('the request waits behind it', () => areWaiting(2));
    await network.query('ROLLBACK');
    expect(await asking).toMatchObject({ status: 400, body: { error_code: 'outcome_not_possible' } });
    await untilStatus(client, id, 'completed');
    await network.end();
    const contradictory = await service.database.query(
      `SELECT FROM transfers.processor_results WHERE contradictory_at IS NOT NULL`,
    );
    expect(contradictory).toEqual([]);
  });
});
