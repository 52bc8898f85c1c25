import { createHash } from 'node:crypto';
import { dateOfDay, dayNumber, newYorkDate, newYorkInstant } from '@payments/kernel';
import { eventually } from '@payments/testing';
import { Client } from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { readReport, untilNow } from '../support/reports.js';
import type { Report } from '../support/reports.js';
import { FROZEN } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { describeOnOneServer } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('libs/reports/src', 'libs/persistence/src', 'migrations');

const describeIfOneServer = describeOnOneServer('A trigger is planted that ends the worker');

const ENTRIES = 36_000;
/** Of all entries. */
const DAY = dateOfDay(dayNumber(newYorkDate(new Date())) - 2);

describeIfOneServer('reports, though a worker is killed at every part', () => {
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
    await owner.query('BEGIN');
    await owner.query('SET LOCAL session_replication_role = replica');
    await owner.query('UPDATE ledger.entries SET created_at = $2 WHERE enterprise_id = $1', [
      ...[client.credentials.enterprise_id, newYorkInstant(DAY, '12:00')],
    ]);
    await owner.query('COMMIT');
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

  /** Without the pauses between the tries. */
  const completedAtOnce = (id: string) =>
    eventually(`report ${id} completed`, async () => {
      await owner.query(
        'UPDATE platform.tasks SET run_at = LEAST(run_at, now()) WHERE subject_id = $1 AND lease_token IS NULL',
        [id],
      );
      const report = await readReport(client, id);
      return report.status === 'completed' && report;
    });

  afterEach(() =>
    owner.query('DROP FUNCTION IF EXISTS reports.kill_first_try CASCADE; DROP SEQUENCE IF EXISTS reports.tries'),
  );

  it.each<[string, string, Readonly<Record<string, unknown>>]>([
    ['a reconciliation report', 'recon', untilNow()],
    ['a statement as BAI2', 'statements', { format: 'bai2', date: DAY }],
    ['a statement as camt.053', 'statements', { format: 'camt053', date: DAY }],
    ['a statement as CSV', 'statements', { format: 'csv', date: DAY }],
    ['an export', 'exports', { resource: 'ledger_entries', format: 'csv', ...untilNow() }],
  ])('%s has every row once, and the same bytes as without a kill', async (_, kind, body) => {
    const request = async () => {
      const created = await client.post(`/deliver/reports/${kind}`, body);
      expect([created.status, created.text]).toEqual([200, created.text]);
      return (created.body['report'] as { readonly id: string }).id;
    };
    const bytesOf = async (id: string) => {
      const { text } = await client.get(`/deliver/reports/${id}/download`);
      expect(createHash('sha256').update(text).digest('hex')).toBe((await readReport(client, id))['sha256']);
      return text;
    };
    const whole = await completedAtOnce(await request());
    await killAtEachPart();
    const id = await request();
    await completedAtOnce(id);
    expect(whole['rows']).toBeGreaterThan(ENTRIES);
    expect(await readReport(client, id)).toMatchObject({ rows: whole['rows'], bytes: whole['bytes'] });
    expect(sameButForItself(await bytesOf(id))).toBe(sameButForItself(await bytesOf(whole.id)));
    const { rows } = await owner.query<{ tries: string; parts: number }>(
      `SELECT last_value AS tries, parts FROM reports.tries, reports.reports WHERE id = $1`,
      [id],
    );
    expect(rows[0]!.parts).toBeGreaterThan(1);
    expect(Number(rows[0]!.tries)).toBe(2 * rows[0]!.parts);
  });

  it('a report shows the rows and bytes that its file has so far', async () => {
    // The second part waits until it was looked at.
    await owner.query(`
      CREATE FUNCTION reports.wait_for_look() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock(20); RETURN NEW; END $$;
      CREATE TRIGGER wait_for_look BEFORE INSERT ON reports.parts FOR EACH ROW WHEN (NEW.number = 2)
        EXECUTE FUNCTION reports.wait_for_look();
      SELECT pg_advisory_lock(20)`);
    try {
      const created = await client.post('/deliver/reports/recon', untilNow());
      const { id, ...first } = created.body['report'] as Report;
      expect([first.status, first['rows'], first['bytes']]).toEqual(['created', undefined, undefined]);
      const pending = await eventually('the first part is there', async () => {
        const report = await readReport(client, id);
        return Number(report['rows']) > 0 && report;
      });
      const [part] = await service.database.query<{ size: number }>(
        'SELECT size FROM reports.parts WHERE report_id = $1',
        [id],
      );
      expect(pending).toMatchObject({ status: 'pending', bytes: part!.size });
      expect(pending['rows']).toBeLessThan(ENTRIES);
      expect(pending).not.toHaveProperty('sha256');
      await owner.query('SELECT pg_advisory_unlock_all()');
      const whole = await completedAtOnce(id);
      expect(whole['rows']).toBeGreaterThan(Number(pending['rows']));
      expect(whole['bytes']).toBeGreaterThan(Number(pending['bytes']));
    } finally {
      await owner.query('SELECT pg_advisory_unlock_all(); DROP FUNCTION reports.wait_for_look CASCADE');
    }
  });

  it('a report whose file would have over 2 GiB fails, and nothing of it is kept', async () => {
    // As if the first part had nearly 2 GiB.
    await owner.query(`
      CREATE FUNCTION reports.be_large() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.bytes = 2147483647 - 100; RETURN NEW; END $$;
      CREATE TRIGGER be_large BEFORE UPDATE ON reports.reports FOR EACH ROW WHEN (NEW.parts = 1 AND OLD.parts = 0)
        EXECUTE FUNCTION reports.be_large()`);
    try {
      const created = await client.post('/deliver/reports/recon', untilNow());
      const { id } = created.body['report'] as Report;
      const failed = await eventually('the report fails', async () => {
        const report = await readReport(client, id);
        return report.status === 'failed' && report;
      });
      expect(failed['error']).toBe('too_large');
      expect((await client.get(`/deliver/reports/${id}/download`)).body['error_code']).toBe('unknown_id');
      expect((await owner.query('SELECT FROM reports.parts WHERE report_id = $1', [id])).rows).toEqual([]);
    } finally {
      await owner.query('DROP FUNCTION reports.be_large CASCADE');
    }
  });
});

/** Without the names of the file and of when it was requested. */
const sameButForItself = (text: string) =>
  text
    .replace(/^01,.*$/m, '')
    .replace(/<MsgId>.*<\/MsgId>/, '')
    .replaceAll(/<CreDtTm>[^<]*/g, '');
