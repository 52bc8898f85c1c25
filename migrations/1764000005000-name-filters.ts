import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAMES = [
  ['persons', 'first_name'],
  ['persons', 'last_name'],
  ['businesses', 'legal_name'],
];

/** Indexes for finding persons and businesses by name, in the order of their lists. */
export class NameFilters1764000005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of NAMES) {
      await runner.query(`CREATE INDEX ${table}_${column} ON customers.${table}
        (enterprise_id, ${column}, created_at DESC, id DESC)`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of NAMES) await runner.query(`DROP INDEX customers.${table}_${column}`);
  }
}
