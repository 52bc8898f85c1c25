import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutWall } from './tenant-table.js';

const TABLES = ['accounts.account_details', 'accounts.external_accounts'];

/**
 * Whose account each version was, and the address of its holder: banks want to know. Of earlier versions the owner was not
 * recorded; they take the present one. Processes of the previous version leave the columns empty.
 */
export class AccountHolders1764100003002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE accounts.account_details
      ADD COLUMN customer_reference_id text,
      ADD COLUMN customer_resource_type text CHECK (customer_resource_type IN ('person', 'business', 'enterprise'))`);
    await withoutWall(runner, TABLES, async () => {
      await runner.query(`
        UPDATE accounts.account_details details
        SET customer_reference_id = account.customer_reference_id, customer_resource_type = account.customer_resource_type
        FROM accounts.external_accounts account
        WHERE account.enterprise_id = details.enterprise_id AND account.id = details.account_id`);
    });
    await this.views(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW accounts.account_holder');
    await runner.query('DROP VIEW customers.address');
    await runner.query(`ALTER TABLE accounts.account_details
      DROP COLUMN customer_reference_id, DROP COLUMN customer_resource_type`);
  }

  // Published for the accounts context: where a customer lives or has its seat. A customer has at most one address.
  private async views(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE VIEW customers.address WITH (security_invoker = true) AS
        SELECT r.enterprise_id, r.customer_reference_id, r.customer_type,
          (coalesce(p.addresses, b.addresses) -> 0) - '{id,type,created_at,updated_at}'::text[] AS address
        FROM customers.customer_references r
        LEFT JOIN customers.persons p ON r.customer_type = 'person'
          AND p.enterprise_id = r.enterprise_id AND p.id = r.customer_id
        LEFT JOIN customers.businesses b ON r.customer_type = 'business'
          AND b.enterprise_id = r.enterprise_id AND b.id = r.customer_id`);
    await runner.query(`
      CREATE VIEW accounts.account_holder WITH (security_invoker = true) AS
        SELECT d.enterprise_id, d.account_id, d.details_version,
          coalesce(d.customer_resource_type, a.customer_resource_type) AS customer_resource_type, c.address
        FROM accounts.account_details d
        JOIN accounts.external_accounts a ON a.enterprise_id = d.enterprise_id AND a.id = d.account_id
        LEFT JOIN customers.address c ON c.enterprise_id = d.enterprise_id
          AND c.customer_reference_id = coalesce(d.customer_reference_id, a.customer_reference_id)
          AND c.customer_type = coalesce(d.customer_resource_type, a.customer_resource_type)`);
    await runner.query('GRANT SELECT ON customers.address, accounts.account_holder TO payments_app');
  }
}
