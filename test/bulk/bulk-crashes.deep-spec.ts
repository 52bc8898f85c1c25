import { eventually } from '@payments/testing';
import { Client } from 'pg';
import { inParts, payoutFile, readBulk, submitFile } from '../support/bulk-files.js';
import { expectSound } from '../support/ledger-sound.js';
import { FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('libs/bulk/src', 'libs/messaging/src');

const ROWS = 2_400;
/** `BULK_KILLS=50` for a long run. */
const KILLS = Number(process.env['BULK_KILLS'] ?? 6);

describe('bulk transfers, though workers are killed at any moment', () => {
  let service: TestService;
  let owner: Client;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    await Promise.all([service.startWorker(), service.startWorker()]);
    owner = new Client({ connectionString: service.database.adminUrl });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await service.stop();
  });

  /** Ends every connection that is in a transaction, as a killed process would. */
  const kill = () =>
    owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`,
    );

  it.each(['all', 'each'] as const)('create each row once with the mode %s', async (mode) => {
    const client = await service.client();
    const party = await verifiedParty(client);
    const parts = inParts(payoutFile(party, ROWS, { prefix: `crash-${mode}` }), 500);
    const { id } = await submitFile(client, parts, { mode });
    let kills = 0;
    await eventually(`bulk transfer ${id} completed`, async () => {
      if (kills < KILLS) await kill();
      kills += 1;
      return (await readBulk(client, id).catch(() => undefined))?.status === 'completed';
    });
    const made = await service.database.query<{ references: number; rows: number }>(
      `SELECT count(DISTINCT transfer_reference_id)::int AS references, count(*)::int AS rows
       FROM transfers.transfers WHERE bulk_transfer_id = $1`,
      [id],
    );
    expect(made).toEqual([{ references: ROWS, rows: ROWS }]);
    await eventually('the funds are used up', async () => {
      const held = await service.database.query('SELECT FROM bulk.funds WHERE bulk_id = $1', [id]);
      return held.length === 0;
    });
    await expectSound(service.database);
  });
});
