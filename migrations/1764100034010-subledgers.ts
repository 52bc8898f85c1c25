import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSchema, letMaintain, protect, withoutWall } from './tenant-table.js';

const OLD_SCOPES = [
  ...['persons', 'businesses', 'external-accounts', 'transfers', 'balances', 'ledger', 'webhook-configurations']
    .concat('webhook-secret', 'verify-accounts', 'schedules')
    .flatMap((resource) => [`read:${resource}`, `write:${resource}`]),
  'invoke:webhook',
  'read:approvals',
];
const NEW_SCOPES = ['read:subledgers', 'write:subledgers', 'read:booktransfers', 'write:booktransfers'];

/** Subledgers, movements between them, and the subledger of a transfer. */
export class Subledgers1764100034010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'subledgers');
    await this.subledgers(runner);
    await this.bookTransfers(runner);
    await this.transfers(runner);
    await this.views(runner);
    await this.scopes(runner, OLD_SCOPES, [...OLD_SCOPES, ...NEW_SCOPES]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.scopes(runner, [...OLD_SCOPES, ...NEW_SCOPES], OLD_SCOPES);
    await runner.query('DROP SCHEMA subledgers CASCADE');
    await runner.query('DROP VIEW transfers.of_subledgers, ledger.book_accounts');
    await runner.query('ALTER TABLE transfers.transfers DROP COLUMN subledger_id, DROP COLUMN subledger_reference_id');
    await runner.query('REVOKE SELECT (created_at) ON ledger.entries FROM payments_maintenance');
  }

  private async subledgers(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE subledgers.subledgers (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        subledger_reference_id text NOT NULL,
        customer_reference_id text NOT NULL,
        customer_resource_type text NOT NULL CHECK (customer_resource_type IN ('person', 'business', 'enterprise')),
        sequence int NOT NULL,
        closed_at timestamptz,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        CONSTRAINT subledgers_reference UNIQUE (enterprise_id, subledger_reference_id),
        PRIMARY KEY (enterprise_id, id))`);
    await runner.query(
      `CREATE INDEX subledgers_newest ON subledgers.subledgers (enterprise_id, created_at DESC, id DESC)`,
    );
    await runner.query(`CREATE INDEX subledgers_owner ON subledgers.subledgers (enterprise_id, customer_reference_id)`);
    await runner.query(
      `CREATE INDEX subledgers_closed ON subledgers.subledgers (enterprise_id, id) WHERE closed_at IS NOT NULL`,
    );
    await protect(runner, 'subledgers.subledgers', 'SELECT, INSERT, UPDATE (closed_at, updated_at)');
    await letMaintain(runner, 'subledgers.subledgers', 'SELECT (enterprise_id, id, closed_at)');
  }

  private async bookTransfers(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE subledgers.book_transfers (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        book_transfer_reference_id text NOT NULL,
        amount bigint NOT NULL CHECK (amount > 0),
        currency text NOT NULL,
        metadata jsonb,
        source_id uuid,
        source_reference_id text,
        destination_id uuid,
        destination_reference_id text,
        status text NOT NULL CHECK (status IN ('created', 'completed', 'failed')),
        reason_code text,
        approval jsonb,
        created_by text,
        owner text,
        sequence int NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        CONSTRAINT book_transfers_sides CHECK (source_id IS DISTINCT FROM destination_id),
        CONSTRAINT book_transfers_reason CHECK (status <> 'failed' OR reason_code IS NOT NULL),
        CONSTRAINT book_transfers_reference UNIQUE (enterprise_id, book_transfer_reference_id),
        PRIMARY KEY (enterprise_id, id))`);
    const table = 'subledgers.book_transfers';
    await runner.query(`CREATE INDEX book_transfers_newest ON ${table} (enterprise_id, created_at DESC, id DESC)`);
    await runner.query(`CREATE INDEX book_transfers_changed ON ${table} (enterprise_id, updated_at)`);
    await runner.query(`CREATE INDEX book_transfers_waiting ON ${table} (enterprise_id, id) WHERE status = 'created'`);
    for (const side of ['source', 'destination']) {
      await runner.query(`CREATE INDEX book_transfers_${side} ON ${table} (enterprise_id, ${side}_reference_id)
        WHERE ${side}_reference_id IS NOT NULL`);
    }
    const changed = 'status, reason_code, approval, sequence, updated_at';
    await protect(runner, table, `SELECT, INSERT, UPDATE (${changed})`);
    const read = 'enterprise_id, id, amount, source_id, destination_id, status, updated_at';
    await letMaintain(runner, table, `SELECT (${read})`);
  }

  private async transfers(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE transfers.transfers ADD COLUMN subledger_id uuid, ADD COLUMN subledger_reference_id text',
    );
    await runner.query(`CREATE INDEX transfers_of_subledger ON transfers.transfers
      (enterprise_id, subledger_id, created_at DESC, id DESC) WHERE subledger_id IS NOT NULL`);
    await runner.query(`CREATE INDEX transfers_of_subledger_reference ON transfers.transfers
      (enterprise_id, subledger_reference_id, created_at DESC, id DESC) WHERE subledger_reference_id IS NOT NULL`);
    await runner.query('GRANT SELECT (subledger_id) ON transfers.transfers TO payments_maintenance');
    await runner.query('GRANT SELECT (created_at) ON ledger.entries TO payments_maintenance');
  }

  /** What contexts publish for each other. */
  private async views(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE VIEW subledgers.directory WITH (security_invoker = true) AS
        SELECT enterprise_id, id, subledger_reference_id, customer_reference_id, closed_at FROM subledgers.subledgers`);
    await runner.query(`
      CREATE VIEW transfers.of_subledgers WITH (security_invoker = true) AS
        SELECT enterprise_id, subledger_id, status FROM transfers.transfers WHERE subledger_id IS NOT NULL`);
    await runner.query(`
      CREATE VIEW ledger.book_accounts WITH (security_invoker = true) AS
        SELECT enterprise_id, book, account, balance, updated_at FROM ledger.book_balances`);
    await runner.query(
      'GRANT SELECT ON subledgers.directory, transfers.of_subledgers, ledger.book_accounts TO payments_app',
    );
    // The row is locked through the view by what names it; closing locks it first.
    await runner.query('GRANT UPDATE (closed_at) ON subledgers.directory TO payments_app');
  }

  // Only clients that had every scope so far get the new ones: whoever narrowed a client's scopes meant to.
  private async scopes(runner: QueryRunner, from: readonly string[], to: readonly string[]): Promise<void> {
    await withoutWall(runner, ['auth.clients'], () =>
      runner.query(`UPDATE auth.clients SET scopes = $2::text[] WHERE scopes @> $1::text[] AND scopes <@ $1::text[]`, [
        from,
        to,
      ]),
    );
  }
}
