import type { MigrationInterface, QueryRunner } from 'typeorm';
import { letMaintain } from './tenant-table.js';

/** How long bank files are kept, when they close, and what the invariants compare of them. */
export class RailsRetention1764100008000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of OF_TENANTS) {
      await letMaintain(runner, table, `SELECT (enterprise_id, ${columns}), DELETE`);
    }
    for (const [table, columns] of OTHERS) {
      await runner.query(`GRANT SELECT (${columns}), DELETE ON ${table} TO payments_maintenance`);
    }
    await runner.query(
      `GRANT SELECT (${INBOUND}), UPDATE (document_id) ON rails.inbound_files TO payments_maintenance`,
    );
    await runner.query(`GRANT SELECT (${RECEIVED}) ON transfers.processor_results TO payments_maintenance`);
    // A file from a bank loses its bytes, never its hash: its content is applied once, for ever.
    await this.replaceOriginal(
      runner,
      `CHECK ((duplicate_of IS NOT NULL) = (state = 'duplicate') AND (document_id IS NULL OR state <> 'duplicate')
        AND (document_id IS NOT NULL OR state NOT IN ('fetched', 'parsed', 'quarantined')))`,
    );
    await runner.query(`CREATE UNIQUE INDEX files_content ON rails.files (connection, sha256)`);
    await runner.query(`CREATE INDEX files_to_close ON rails.files (connection, (coalesce(uploaded_at, acknowledged_at)))
      WHERE state IN ('uploaded', 'acknowledged')`);
    await runner.query(`CREATE INDEX batches_of_enterprise ON rails.batches (for_enterprise, file_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX rails.batches_of_enterprise, rails.files_to_close, rails.files_content');
    await this.replaceOriginal(
      runner,
      `CHECK ((document_id IS NULL) = (state = 'duplicate') AND (duplicate_of IS NOT NULL) = (state = 'duplicate'))`,
    );
    await runner.query(`REVOKE SELECT (${RECEIVED}) ON transfers.processor_results FROM payments_maintenance`);
    await runner.query(
      `REVOKE SELECT (${INBOUND}), UPDATE (document_id) ON rails.inbound_files FROM payments_maintenance`,
    );
    for (const [table, columns] of OTHERS) {
      await runner.query(`REVOKE SELECT (${columns}), DELETE ON ${table} FROM payments_maintenance`);
    }
    for (const [table] of OF_TENANTS) {
      await runner.query(`REVOKE ALL ON ${table} FROM payments_maintenance`);
      await runner.query(`DROP POLICY maintenance ON ${table}`);
    }
  }

  private async replaceOriginal(runner: QueryRunner, check: string): Promise<void> {
    await runner.query(`ALTER TABLE rails.inbound_files DROP CONSTRAINT inbound_files_original,
      ADD CONSTRAINT inbound_files_original ${check}`);
  }
}

const OF_TENANTS: readonly (readonly [string, string])[] = [
  ['rails.entries', 'id, end_to_end_id, state, amount, batch_key, file_id, updated_at'],
  ['rails.results', 'id, key, end_to_end_id, kind, reported_at, created_at'],
  ['rails.inquiries', 'end_to_end_id, inquiry_id'],
];

const OTHERS: readonly (readonly [string, string])[] = [
  [
    'rails.files',
    'id, state, entries_become, batches, entries, debit, credit, document_id, uploaded_at, acknowledged_at, updated_at',
  ],
  ['rails.batches', 'file_id, for_enterprise, batch_key, entries, debit, credit'],
  ['rails.documents', 'id, created_at'],
  ['rails.payloads', 'document_id'],
  ['rails.exceptions', 'id, state, for_enterprise, end_to_end_id, inbound_id, file_id, resolved_at'],
];

const INBOUND = 'id, state, document_id, updated_at';
const RECEIVED = 'processor_result_id, kind';
