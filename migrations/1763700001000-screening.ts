import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protect } from './tenant-table.js';

export class Screening1763700001000 implements MigrationInterface {
  // For auditors: which entries of which list stopped whom. Written once, never changed, shown to no client.
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE customers.screening_matches (
        enterprise_id uuid NOT NULL,
        customer_id uuid NOT NULL,
        identity_version int NOT NULL,
        list_digest text NOT NULL,
        entry_id text NOT NULL,
        customer_type text NOT NULL CHECK (customer_type IN ('person', 'business')),
        list text NOT NULL CHECK (list IN ('watchlist', 'alertlist')),
        listed_name text NOT NULL,
        score numeric NOT NULL CHECK (score > 0 AND score <= 1),
        found_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, customer_id, identity_version, list_digest, entry_id))`);
    await protect(runner, 'customers.screening_matches', 'SELECT, INSERT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE customers.screening_matches');
  }
}
