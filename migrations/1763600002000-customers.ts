import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSchema, protect } from './tenant-table.js';

const COMMON_COLUMNS = `
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        customer_reference_id text NOT NULL,
        status text NOT NULL CHECK (status IN ('created', 'verified', 'rejected', 'restricted', 'closed')),
        status_reasons jsonb NOT NULL,
        addresses jsonb NOT NULL,
        contacts jsonb NOT NULL,
        metadata jsonb,
        sequence int NOT NULL,
        version int NOT NULL,
        identity_version int NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        closed_at timestamptz,
        PRIMARY KEY (enterprise_id, id)`;

export class Customers1763600002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'customers');
    await this.customers(runner);
    await this.constraints(runner);
    await this.partyView(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA customers CASCADE');
  }

  private async customers(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE customers.persons (${COMMON_COLUMNS},
        first_name text NOT NULL,
        middle_name text,
        last_name text NOT NULL,
        date_of_birth bytea NOT NULL,
        social_security_number bytea)`);
    await runner.query(`
      CREATE TABLE customers.businesses (${COMMON_COLUMNS},
        legal_name text NOT NULL,
        business_name text,
        entity_type text,
        tax_id bytea,
        tax_id_type text,
        account_holder_name text,
        incorporation_date text)`);
    for (const kind of ['persons', 'businesses']) {
      await runner.query(`CREATE INDEX ${kind}_newest ON customers.${kind} (enterprise_id, created_at DESC, id DESC)`);
      await protect(runner, `customers.${kind}`, 'SELECT, INSERT, UPDATE');
    }
  }

  private async constraints(runner: QueryRunner): Promise<void> {
    // One namespace for persons and businesses: whoever inserts here first has the reference.
    await runner.query(`
      CREATE TABLE customers.customer_references (
        enterprise_id uuid NOT NULL,
        customer_reference_id text NOT NULL,
        customer_type text NOT NULL CHECK (customer_type IN ('person', 'business')),
        customer_id uuid NOT NULL,
        PRIMARY KEY (enterprise_id, customer_reference_id))`);
    // At most three customers share a phone number: each holds one of its three slots.
    await runner.query(`
      CREATE TABLE customers.phone_slots (
        enterprise_id uuid NOT NULL,
        phone text NOT NULL,
        slot int NOT NULL CHECK (slot BETWEEN 1 AND 3),
        customer_id uuid NOT NULL,
        PRIMARY KEY (enterprise_id, phone, slot),
        CONSTRAINT phone_slots_customer UNIQUE (enterprise_id, customer_id))`);
    await protect(runner, 'customers.customer_references', 'SELECT, INSERT');
    await protect(runner, 'customers.phone_slots', 'SELECT, INSERT, DELETE');
  }

  // Published for the accounts context: what it must know of a customer, and no more.
  private async partyView(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE VIEW customers.party WITH (security_invoker = true) AS
        SELECT r.enterprise_id, r.customer_reference_id, r.customer_type, r.customer_id,
          coalesce(p.status, b.status) AS status,
          b.id IS NOT NULL AND b.tax_id IS NULL AS lacks_tax_id,
          b.id IS NOT NULL AND b.addresses = '[]'::jsonb AS lacks_address
        FROM customers.customer_references r
        LEFT JOIN customers.persons p ON r.customer_type = 'person'
          AND p.enterprise_id = r.enterprise_id AND p.id = r.customer_id
        LEFT JOIN customers.businesses b ON r.customer_type = 'business'
          AND b.enterprise_id = r.enterprise_id AND b.id = r.customer_id`);
    await runner.query(`GRANT SELECT ON customers.party TO payments_app`);
  }
}
