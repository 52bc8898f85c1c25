import type { MigrationInterface, QueryRunner } from 'typeorm';
import { letMaintain } from './tenant-table.js';

/** What the rules about money read in addition, for one enterprise at a time: whom money goes to, and which way. */
const READ: Readonly<Record<string, string>> = {
  'ledger.credits': 'reference, created_at',
  'rails.entries':
    'connection, trace, epoch, return_trace, code, reverses, rail, effective_date, transaction_code, routing_number, name',
  'rails.postings': 'connection, entry_refs, count, day',
  'rails.exceptions': 'connection, direction, code, original_trace, trace',
  'rails.files': 'rail',
  'rails.own_statements': 'connection, day, sequence, reconciled_at, has_gap',
  'transfers.legs': 'account_id, account_version, end_to_end_id',
  'transfers.transfers': 'source, destination',
  'controls.approvals': 'subject_type, subject_id, subject, digest, sequence',
  'controls.decisions': 'decided_at',
  'platform.audit': 'action, subject_type, subject_id, actor',
  'schedules.schedules': 'source, destination',
  'subledgers.book_transfers': 'source_reference_id, destination_reference_id',
};

const PINNED = 'enterprise_id, id, amount, source, destination';
const DETAILS = 'enterprise_id, account_id, details_version, account_type, routing_number, account_holder_name';

/** Parties, directions and states that are stored twice can be compared. */
export class CheckedDetails1764200110001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE VIEW transfers.pinned WITH (security_invoker = true) AS
        SELECT ${PINNED} FROM transfers.transfers`);
    await runner.query('GRANT SELECT ON transfers.pinned TO payments_app');
    await runner.query(`GRANT SELECT (${PINNED}) ON transfers.pinned TO payments_maintenance`);
    await letMaintain(runner, 'accounts.account_details', `SELECT (${DETAILS})`);
    for (const [table, columns] of Object.entries(READ)) {
      await runner.query(`GRANT SELECT (${columns}) ON ${table} TO payments_maintenance`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(READ)) {
      await runner.query(`REVOKE SELECT (${columns}) ON ${table} FROM payments_maintenance`);
    }
    await runner.query(`REVOKE SELECT (${DETAILS}) ON accounts.account_details FROM payments_maintenance`);
    await runner.query('DROP POLICY maintenance ON accounts.account_details');
    await runner.query('DROP VIEW transfers.pinned');
  }
}
