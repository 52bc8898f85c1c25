import type { MigrationInterface, QueryRunner } from 'typeorm';

// The cast comes after NULLIF: an unset tenant reads as '', which must match no row instead of failing the query.
const TENANT = `NULLIF(current_setting('app.enterprise_id', true), '')::uuid`;

/**
 * What an enterprise may see of files that it may share with others: its own part. The tables have no tenant, so the views
 * are the wall; they read with the rights of their owner.
 */
const VIEWS: Readonly<Record<string, string>> = {
  'rails.own_batches': `
    SELECT for_enterprise AS enterprise_id, file_id, batch_no, header, first_trace, last_trace, entries, debit, credit
    FROM rails.batches WHERE for_enterprise = ${TENANT}`,
  'rails.own_files': `
    SELECT own.enterprise_id, f.id, f.connection, f.rail, f.window_key, f.part, f.state, f.reason, f.file_name, f.cut_at,
      f.cutoff_at, f.released_by, f.uploaded_at, f.acknowledged_at, own.batches, own.entries, own.debit, own.credit,
      f.created_at, f.updated_at
    FROM (
      SELECT for_enterprise AS enterprise_id, file_id, count(*)::int AS batches, sum(entries)::int AS entries,
        sum(debit)::bigint AS debit, sum(credit)::bigint AS credit
      FROM rails.batches WHERE for_enterprise = ${TENANT} GROUP BY for_enterprise, file_id) AS own
    JOIN rails.files f ON f.id = own.file_id`,
  // Those of no enterprise are of a connection: whoever reads them says which connections are the enterprise's alone.
  'rails.own_exceptions': `
    SELECT ${TENANT} AS enterprise_id, for_enterprise, id, connection, kind, state, file_id, end_to_end_id, code, direction,
      amount, original_trace, trace, detail, resolution, resolved_by, resolved_at, created_at
    FROM rails.exceptions WHERE for_enterprise = ${TENANT} OR for_enterprise IS NULL`,
};

export class OwnBankFiles1764100020001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [view, select] of Object.entries(VIEWS)) {
      await runner.query(`CREATE VIEW ${view} WITH (security_barrier = true) AS ${select}`);
    }
    await runner.query(`GRANT SELECT ON ${Object.keys(VIEWS).join(', ')} TO payments_app`);
    await runner.query(`CREATE INDEX exceptions_of_enterprise ON rails.exceptions (for_enterprise, created_at, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX rails.exceptions_of_enterprise');
    await runner.query(`DROP VIEW ${Object.keys(VIEWS).join(', ')}`);
  }
}
