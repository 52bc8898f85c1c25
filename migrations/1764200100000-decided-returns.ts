import type { MigrationInterface, QueryRunner } from 'typeorm';

const WORKS = ['cut', 'upload', 'fetch', 'reconcile'];

/** What operators decide about a return is known to all enterprises of its connection. */
export class DecidedReturns1764200100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.letWork(runner, [...WORKS, 'decide']);
    await runner.query(`CREATE INDEX exceptions_decided ON rails.exceptions (trace) WHERE decision IS NOT NULL`);
    await runner.query(`CREATE INDEX postings_of_returns ON rails.postings USING gin (entry_refs)
      WHERE kind IN ('return', 'exception')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX rails.postings_of_returns');
    await runner.query('DROP INDEX rails.exceptions_decided');
    await runner.query(`DELETE FROM rails.connection_leases WHERE work = 'decide'`);
    await this.letWork(runner, WORKS);
  }

  private async letWork(runner: QueryRunner, works: readonly string[]): Promise<void> {
    await runner.query(`ALTER TABLE rails.connection_leases DROP CONSTRAINT connection_leases_work_check,
      ADD CONSTRAINT connection_leases_work_check CHECK (work IN (${works.map((work) => `'${work}'`).join(', ')}))`);
  }
}
