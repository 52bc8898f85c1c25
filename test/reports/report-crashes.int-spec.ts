import { createHash } from 'node:crypto';
import { Client } from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { readReport, reconReport, untilCompleted, untilNow } from '../support/reports.js';
import { FROZEN } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const ENTRIES = 12_000;

describe('reports, though a worker is killed at every part', () => {
  let service: TestService;
  let client: ApiClient;
  let owner: Client;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    await service.startWorker();
    client = await service.client();
    owner = new Client({ connectionString: service.database.adminUrl });
    await owner.connect();
    await addEntries();
  });
  afterAll(async () => {
    await owner.end();
    await service.stop();
  });

  /** Money that comes and goes, as the ledger would have posted it. */
  async function addEntries(): Promise<void> {
    await owner.query(
      `WITH door AS (
         UPDATE ledger.doors SET last_position = last_position + $2, last_at = now() WHERE enterprise_id = $1
         RETURNING last_position - $2 AS before, last_at)
       INSERT INTO ledger.entries (enterprise_id, id, subject_id, leg, attempt, kind, debit_account, credit_account, amount,
         banking_at, created_at, position)
       SELECT $1, gen_random_uuid(), gen_random_uuid(), 'none', 1, 'sandbox_reset',
         CASE n % 2 WHEN 0 THEN 'available' ELSE 'cash' END, CASE n % 2 WHEN 0 THEN 'cash' ELSE 'available' END,
         100, last_at, last_at, before + n
       FROM door, generate_series(1, $2::int) AS n`,
      [client.credentials.enterprise_id, ENTRIES],
    );
  }

  /** Ends the connection that stores a part, as a killed process would: each part the first time. */
  const killAtEachPart = () =>
    owner.query(`
      CREATE SEQUENCE reports.tries;
      CREATE FUNCTION reports.kill_first_try() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN
        IF nextval('reports.tries') % 2 = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER kill_first_try BEFORE INSERT ON reports.parts FOR EACH ROW EXECUTE FUNCTION reports.kill_first_try()`);

  it('have every row once, and the same bytes as without a kill', async () => {
    const period = untilNow();
    const whole = await reconReport(client, period);
    await killAtEachPart();
    const created = await client.post('/deliver/reports/recon', period);
    const { id } = created.body['report'] as { readonly id: string };
    await untilCompleted(client, id);
    expect(await readReport(client, id)).toMatchObject({
      ...{ rows: ENTRIES + 1, sha256: whole['sha256'], bytes: whole['bytes'] },
    });
    const { text } = await client.get(`/deliver/reports/${id}/download`);
    expect(createHash('sha256').update(text).digest('hex')).toBe(whole['sha256']);
    const { rows } = await owner.query<{ tries: string; parts: number }>(
      `SELECT last_value AS tries, parts FROM reports.tries, reports.reports WHERE id = $1`,
      [id],
    );
    expect(rows[0]!.parts).toBeGreaterThan(1);
    expect(Number(rows[0]!.tries)).toBe(2 * rows[0]!.parts);
  });
});
