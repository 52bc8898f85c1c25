import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Participation1763800002000 implements MigrationInterface {
  // Global: which instant networks reach a bank is the same for every enterprise. Loaded whole by the operator.
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE transfers.participation (
        routing_number text PRIMARY KEY CHECK (routing_number ~ '^[0-9]{9}$'),
        rtp boolean NOT NULL,
        fednow boolean NOT NULL)`);
    await runner.query('GRANT SELECT ON transfers.participation TO payments_app');
    await runner.query('GRANT SELECT, INSERT, DELETE ON transfers.participation TO payments_maintenance');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE transfers.participation');
  }
}
