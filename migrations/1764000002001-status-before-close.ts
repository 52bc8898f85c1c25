import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutWall } from './tenant-table.js';

const TABLES = ['customers.persons', 'customers.businesses', 'accounts.external_accounts'];

/** What customers and accounts were when they closed, and what is published of it to judge who may be paid. */
export class StatusBeforeClose1764000002001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN status_before_close text
        CHECK (status_before_close IN ('created', 'verified', 'rejected', 'restricted'))`);
    }
    await withoutWall(runner, [...TABLES, 'platform.events'], () => this.readEvents(runner));
    await this.views(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW accounts.customer_standing, accounts.account_standing');
    await runner.query('DROP VIEW customers.standing');
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN status_before_close`);
  }

  // Closing is the last event, and the one before it tells the status until then. Where that event is gone the column
  // stays empty, and the party is not payable.
  private async readEvents(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`
        UPDATE ${table} closed SET status_before_close =
          CASE WHEN e.type LIKE '%\\_unverified' THEN 'created' ELSE substring(e.type FROM '[a-z]+$') END
        FROM platform.events e
        WHERE closed.status = 'closed' AND e.enterprise_id = closed.enterprise_id AND e.resource_id = closed.id
          AND e.sequence = closed.sequence - 1`);
    }
  }

  // Published for the transfers context, which judges the account and the customer of a transfer one by one.
  private async views(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE VIEW customers.standing WITH (security_invoker = true) AS
        SELECT r.enterprise_id, r.customer_reference_id, coalesce(p.status, b.status) AS status,
          coalesce(p.status_before_close, b.status_before_close) AS status_before_close
        FROM customers.customer_references r
        LEFT JOIN customers.persons p ON r.customer_type = 'person'
          AND p.enterprise_id = r.enterprise_id AND p.id = r.customer_id
        LEFT JOIN customers.businesses b ON r.customer_type = 'business'
          AND b.enterprise_id = r.enterprise_id AND b.id = r.customer_id`);
    await runner.query(`
      CREATE VIEW accounts.customer_standing WITH (security_invoker = true) AS
        SELECT enterprise_id, customer_reference_id, status, status_before_close FROM customers.standing`);
    await runner.query(`
      CREATE VIEW accounts.account_standing WITH (security_invoker = true) AS
        SELECT enterprise_id, id AS account_id, details_version AS account_version, status, status_before_close
        FROM accounts.external_accounts`);
    await runner.query(
      'GRANT SELECT ON customers.standing, accounts.customer_standing, accounts.account_standing TO payments_app',
    );
  }
}
