import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RateLimits1763800006001 implements MigrationInterface {
  // Token buckets that the processes lease from, where there is no Redis. A crash may forget them: a forgotten bucket
  // is full. So their changes need not wait for the disk.
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNLOGGED TABLE auth.rate_limits (
        key text PRIMARY KEY,
        tokens double precision NOT NULL,
        granted double precision NOT NULL,
        at_ms bigint NOT NULL)`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON auth.rate_limits TO payments_auth`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth.rate_limits');
  }
}
