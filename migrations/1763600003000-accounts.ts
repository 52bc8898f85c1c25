import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSchema, protect } from './tenant-table.js';

export class Accounts1763600003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'accounts');
    // account_key is the blind index of routing and account number; unique_key holds it only where the enterprise
    // wants each account of a customer once, and is emptied when the account closes.
    await runner.query(`
      CREATE TABLE accounts.external_accounts (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        account_reference_id text NOT NULL,
        customer_reference_id text NOT NULL,
        customer_resource_type text NOT NULL CHECK (customer_resource_type IN ('person', 'business', 'enterprise')),
        account_type text NOT NULL CHECK (account_type IN ('checking', 'savings')),
        routing_number text NOT NULL,
        account_number bytea NOT NULL,
        account_key bytea NOT NULL,
        unique_key bytea,
        account_holder_name text NOT NULL,
        status text NOT NULL CHECK (status IN ('created', 'verified', 'rejected', 'restricted', 'closed')),
        status_reasons jsonb NOT NULL,
        metadata jsonb,
        sequence int NOT NULL,
        version int NOT NULL,
        details_version int NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        closed_at timestamptz,
        PRIMARY KEY (enterprise_id, id),
        CONSTRAINT external_accounts_reference UNIQUE (enterprise_id, account_reference_id),
        CONSTRAINT external_accounts_details UNIQUE (enterprise_id, unique_key))`);
    await runner.query(
      `CREATE INDEX external_accounts_newest ON accounts.external_accounts (enterprise_id, created_at DESC, id DESC)`,
    );
    await runner.query(
      `CREATE INDEX external_accounts_customer
         ON accounts.external_accounts (enterprise_id, customer_reference_id, created_at DESC, id DESC)`,
    );
    await protect(runner, 'accounts.external_accounts', 'SELECT, INSERT, UPDATE');
    // Every set of details an account ever had: a transfer is paid to those it was accepted with.
    await runner.query(`
      CREATE TABLE accounts.account_details (
        enterprise_id uuid NOT NULL,
        account_id uuid NOT NULL,
        details_version int NOT NULL,
        account_type text NOT NULL,
        routing_number text NOT NULL,
        account_number bytea NOT NULL,
        account_holder_name text NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, account_id, details_version))`);
    await protect(runner, 'accounts.account_details', 'SELECT, INSERT');
    // Published for the transfers context: an account together with its customer, and no account number.
    await runner.query(`
      CREATE VIEW accounts.party WITH (security_invoker = true) AS
        SELECT a.enterprise_id, a.account_reference_id, a.id AS account_id, a.details_version AS account_version,
          a.customer_reference_id, a.customer_resource_type, a.status AS account_status,
          CASE a.customer_resource_type WHEN 'enterprise' THEN 'verified' ELSE c.status END AS customer_status,
          coalesce(c.lacks_tax_id, false) AS lacks_tax_id, coalesce(c.lacks_address, false) AS lacks_address
        FROM accounts.external_accounts a
        LEFT JOIN customers.party c ON c.enterprise_id = a.enterprise_id
          AND c.customer_reference_id = a.customer_reference_id AND a.customer_resource_type <> 'enterprise'`);
    await runner.query(`
      CREATE VIEW accounts.customer WITH (security_invoker = true) AS
        SELECT enterprise_id, customer_reference_id, status FROM customers.party`);
    await runner.query(`GRANT SELECT ON accounts.party, accounts.customer TO payments_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA accounts CASCADE');
  }
}
