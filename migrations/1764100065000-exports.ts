import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What contexts publish for exports: no number of an account, and nothing that is sealed. */
const VIEWS: Readonly<Record<string, string>> = {
  'transfers.exported': `
    SELECT enterprise_id, id, transfer_reference_id, use_case, status, status_reasons, amount, currency, speed,
      source_customer_reference_id, source_account_reference_id, destination_customer_reference_id,
      destination_account_reference_id, account_statement_descriptor, estimated_funds_delivery_date,
      subledger_reference_id, schedule_id, bulk_transfer_id, created_by, origin, metadata, created_at, updated_at
    FROM transfers.transfers`,
  'customers.exported': `
    SELECT enterprise_id, id, 'person' AS customer_type, customer_reference_id, status, status_reasons, first_name,
      middle_name, last_name, NULL AS legal_name, NULL AS business_name, NULL AS entity_type, metadata, created_at,
      updated_at, closed_at
    FROM customers.persons
    UNION ALL SELECT enterprise_id, id, 'business', customer_reference_id, status, status_reasons, NULL, NULL, NULL,
      legal_name, business_name, entity_type, metadata, created_at, updated_at, closed_at
    FROM customers.businesses`,
  'accounts.exported': `
    SELECT enterprise_id, id, account_reference_id, customer_reference_id, customer_resource_type, account_type,
      routing_number, account_holder_name, status, status_reasons, metadata, created_at, updated_at, closed_at
    FROM accounts.external_accounts`,
};

/** Exports beside the other reports: what they are of, and which rows. */
export class Exports1764100065000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE reports.reports ADD COLUMN resource text, ADD COLUMN filters jsonb');
    for (const [view, select] of Object.entries(VIEWS)) {
      await runner.query(`CREATE VIEW ${view} WITH (security_invoker = true) AS ${select}`);
    }
    await runner.query(`GRANT SELECT ON ${Object.keys(VIEWS).join(', ')} TO payments_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP VIEW ${Object.keys(VIEWS).join(', ')}`);
    await runner.query('ALTER TABLE reports.reports DROP COLUMN resource, DROP COLUMN filters');
  }
}
