import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds transfers by their reasons. Those without any, which are most, cost nothing. */
export class TransferReasons1764100025000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX transfers_with_reasons ON transfers.transfers (enterprise_id, created_at DESC, id DESC)
      WHERE status_reasons <> '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX transfers.transfers_with_reasons');
  }
}
