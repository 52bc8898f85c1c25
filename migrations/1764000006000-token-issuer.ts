import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The issuer of the access tokens of all processes: PUBLIC_BASE_URL of the first api, until an operator changes it. */
export class TokenIssuer1764000006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.token_issuer (
        is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
        issuer text NOT NULL,
        recorded_at timestamptz NOT NULL DEFAULT now())`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE ON auth.token_issuer TO payments_auth`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth.token_issuer');
  }
}
