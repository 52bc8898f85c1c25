import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protect } from './tenant-table.js';

export class Portal1763800006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE auth.users ADD COLUMN version int NOT NULL DEFAULT 1`);
    // A log-in and what came of it. Nothing of a refresh token is kept: it is a keyed hash of the family and a count.
    await runner.query(`
      CREATE TABLE auth.refresh_families (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        user_name text NOT NULL,
        generation int NOT NULL CHECK (generation > 0),
        rotated_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, id))`);
    await runner.query(
      `CREATE INDEX refresh_families_user ON auth.refresh_families (enterprise_id, user_name, expires_at)`,
    );
    await protect(runner, 'auth.refresh_families', 'SELECT, INSERT, UPDATE, DELETE');
    await this.loginFailures(runner);
    await this.audit(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform.audit, auth.login_failures, auth.refresh_families');
    await runner.query('ALTER TABLE auth.users DROP COLUMN version');
  }

  // Of names that may belong to nobody, so it has no enterprise. The key is a keyed hash: people type their password
  // where their name belongs.
  private async loginFailures(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.login_failures (
        key text PRIMARY KEY,
        failures int NOT NULL,
        expires_at timestamptz NOT NULL)`);
    await runner.query(`CREATE INDEX login_failures_expiry ON auth.login_failures (expires_at)`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON auth.login_failures TO payments_auth`);
  }

  private async audit(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform.audit (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        action text NOT NULL,
        subject_type text NOT NULL,
        subject_id text NOT NULL,
        actor text NOT NULL,
        remote_address text,
        request_id text NOT NULL,
        before jsonb,
        after jsonb,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, id))`);
    await runner.query(`CREATE INDEX audit_subject ON platform.audit (enterprise_id, subject_type, subject_id, id)`);
    await runner.query(`CREATE INDEX audit_actor ON platform.audit (enterprise_id, actor, id)`);
    await protect(runner, 'platform.audit', 'SELECT, INSERT');
  }
}
