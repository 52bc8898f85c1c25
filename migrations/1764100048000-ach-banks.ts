import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AchBanks1764100048000 implements MigrationInterface {
  // Global, as participation: which banks take ACH entries is the same for every enterprise. Loaded whole by the operator.
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE transfers.ach_banks (
        routing_number text PRIMARY KEY CHECK (routing_number ~ '^[0-9]{9}$'),
        new_routing_number text CHECK (new_routing_number ~ '^[0-9]{9}$'),
        name text NOT NULL)`);
    await runner.query('GRANT SELECT ON transfers.ach_banks TO payments_app');
    await runner.query('GRANT SELECT, INSERT, DELETE ON transfers.ach_banks TO payments_maintenance');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE transfers.ach_banks');
  }
}
