import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = `a.enterprise_id, a.account_reference_id, a.id AS account_id, a.details_version AS account_version,
  a.customer_reference_id, a.customer_resource_type, a.status AS account_status`;

/**
 * An account together with its customer, from the tables themselves: behind row-level security, a distributed database read
 * all customers of the enterprise for the view of a view.
 */
export class FlatParty1764100060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE VIEW accounts.party WITH (security_invoker = true) AS
        SELECT ${COLUMNS},
          CASE WHEN a.customer_resource_type = 'enterprise' THEN 'verified' ELSE coalesce(p.status, b.status) END
            AS customer_status,
          b.id IS NOT NULL AND b.tax_id IS NULL AS lacks_tax_id,
          b.id IS NOT NULL AND b.addresses = '[]' AS lacks_address
        FROM accounts.external_accounts a
        LEFT JOIN customers.customer_references r ON r.enterprise_id = a.enterprise_id
          AND r.customer_reference_id = a.customer_reference_id AND a.customer_resource_type <> 'enterprise'
        LEFT JOIN customers.persons p ON r.customer_type = 'person'
          AND p.enterprise_id = r.enterprise_id AND p.id = r.customer_id
        LEFT JOIN customers.businesses b ON r.customer_type = 'business'
          AND b.enterprise_id = r.enterprise_id AND b.id = r.customer_id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE VIEW accounts.party WITH (security_invoker = true) AS
        SELECT ${COLUMNS},
          CASE a.customer_resource_type WHEN 'enterprise' THEN 'verified' ELSE c.status END AS customer_status,
          coalesce(c.lacks_tax_id, false) AS lacks_tax_id, coalesce(c.lacks_address, false) AS lacks_address
        FROM accounts.external_accounts a
        LEFT JOIN customers.party c ON c.enterprise_id = a.enterprise_id
          AND c.customer_reference_id = a.customer_reference_id AND a.customer_resource_type <> 'enterprise'`);
  }
}
