import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protect } from './tenant-table.js';

/** Instructions that the sandbox network was asked for and did not have, with the latest inquiry. */
export class SandboxInquiries1764100003001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sandbox.inquiries (
        enterprise_id uuid NOT NULL,
        end_to_end_id text NOT NULL,
        inquiry_id uuid NOT NULL,
        PRIMARY KEY (enterprise_id, end_to_end_id))`);
    await protect(runner, 'sandbox.inquiries', 'SELECT, INSERT, UPDATE (inquiry_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sandbox.inquiries');
  }
}
