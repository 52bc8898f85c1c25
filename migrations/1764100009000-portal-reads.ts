import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What contexts publish for the pages of the portal: nothing that is sealed. */
const VIEWS: Readonly<Record<string, string>> = {
  'transfers.summaries': `
    SELECT enterprise_id, id, transfer_reference_id, amount, currency, speed, status, status_reasons,
      source_account_reference_id, source_customer_reference_id,
      destination_account_reference_id, destination_customer_reference_id, created_at
    FROM transfers.transfers`,
  'transfers.leg_references': `
    SELECT enterprise_id, transfer_id, end_to_end_id, trace_number, status, updated_at FROM transfers.legs`,
  'transfers.open_breaks': `
    SELECT enterprise_id, end_to_end_id, kind, banking_at FROM transfers.reconciliation_breaks
    WHERE resolved_at IS NULL`,
  'accounts.summaries': `
    SELECT enterprise_id, id, account_reference_id, account_holder_name, status,
      corrections IS NOT NULL AS has_corrections
    FROM accounts.external_accounts`,
  'customers.person_names': `
    SELECT enterprise_id, id, customer_reference_id, first_name, last_name, status FROM customers.persons`,
  'customers.business_names': `
    SELECT enterprise_id, id, customer_reference_id, legal_name, status FROM customers.businesses`,
  'ledger.account_balances': `SELECT enterprise_id, account, balance, updated_at FROM ledger.balances`,
  'webhooks.failing': `SELECT enterprise_id, configuration_id, failing_since FROM webhooks.failing_endpoints`,
};

/** Bytewise, because ranges of beginnings need that order whatever the collation of the database is. */
const INDEXES: Readonly<Record<string, string>> = {
  'transfers.transfers_reference_prefix': `transfers.transfers (enterprise_id, transfer_reference_id COLLATE "C")`,
  'transfers.transfers_amount': `transfers.transfers (enterprise_id, amount, created_at DESC)`,
  'transfers.legs_trace_number': `transfers.legs (enterprise_id, trace_number) WHERE trace_number IS NOT NULL`,
  'transfers.legs_returned': `transfers.legs (enterprise_id, updated_at) WHERE status = 'returned'`,
  'accounts.external_accounts_reference_prefix': `accounts.external_accounts (enterprise_id, account_reference_id COLLATE "C")`,
  'accounts.external_accounts_corrected': `accounts.external_accounts (enterprise_id) WHERE corrections IS NOT NULL`,
  'customers.persons_reference_prefix': `customers.persons (enterprise_id, customer_reference_id COLLATE "C")`,
  'customers.persons_last_name_prefix': `customers.persons (enterprise_id, last_name COLLATE "C")`,
  'customers.persons_first_name_prefix': `customers.persons (enterprise_id, first_name COLLATE "C")`,
  'customers.businesses_reference_prefix': `customers.businesses (enterprise_id, customer_reference_id COLLATE "C")`,
  'customers.businesses_legal_name_prefix': `customers.businesses (enterprise_id, legal_name COLLATE "C")`,
};

export class PortalReads1764100009000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [index, columns] of Object.entries(INDEXES)) {
      await runner.query(`CREATE INDEX ${index.split('.')[1]} ON ${columns}`);
    }
    for (const [view, select] of Object.entries(VIEWS)) {
      await runner.query(`CREATE VIEW ${view} WITH (security_invoker = true) AS ${select}`);
    }
    await runner.query(`GRANT SELECT ON ${Object.keys(VIEWS).join(', ')} TO payments_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP VIEW ${Object.keys(VIEWS).join(', ')}`);
    await runner.query(`DROP INDEX ${Object.keys(INDEXES).join(', ')}`);
  }
}
