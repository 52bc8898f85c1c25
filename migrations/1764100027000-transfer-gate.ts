import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What gates have made of a transfer that one of them held; null for any other. */
export class TransferGate1764100027000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE transfers.transfers ADD COLUMN gate jsonb');
    await runner.query('GRANT SELECT (gate) ON transfers.transfers TO payments_maintenance');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE transfers.transfers DROP COLUMN gate');
  }
}
