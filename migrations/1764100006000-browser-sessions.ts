import type { MigrationInterface, QueryRunner } from 'typeorm';

export class BrowserSessions1764100006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.users
        ADD COLUMN must_change_password boolean NOT NULL DEFAULT false,
        ADD COLUMN last_seen_at timestamptz,
        ADD COLUMN preferences jsonb NOT NULL DEFAULT '{}',
        ADD COLUMN totp_secret bytea,
        ADD COLUMN totp_confirmed_at timestamptz,
        ADD COLUMN totp_last_step int,
        ADD COLUMN recovery_hashes bytea[] NOT NULL DEFAULT '{}',
        ADD CONSTRAINT users_totp CHECK (totp_confirmed_at IS NULL OR totp_secret IS NOT NULL)`);
    // Sessions that exist are of API users. Only disabled users have had a version other than 1 so far.
    await runner.query(`
      ALTER TABLE auth.refresh_families
        ADD COLUMN kind text NOT NULL DEFAULT 'api' CHECK (kind IN ('api', 'portal')),
        ADD COLUMN user_version int NOT NULL DEFAULT 1,
        ADD COLUMN absolute_until timestamptz,
        ADD COLUMN authenticated_at timestamptz NOT NULL DEFAULT now(),
        ADD COLUMN methods text[] NOT NULL DEFAULT '{pwd}',
        ADD COLUMN address text,
        ADD COLUMN agent text,
        ADD CONSTRAINT refresh_families_end CHECK (kind <> 'portal' OR absolute_until IS NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.refresh_families DROP COLUMN kind, DROP COLUMN user_version, DROP COLUMN absolute_until,
        DROP COLUMN authenticated_at, DROP COLUMN methods, DROP COLUMN address, DROP COLUMN agent`);
    await runner.query(`
      ALTER TABLE auth.users DROP COLUMN must_change_password, DROP COLUMN last_seen_at, DROP COLUMN preferences,
        DROP COLUMN totp_secret, DROP COLUMN totp_confirmed_at, DROP COLUMN totp_last_step, DROP COLUMN recovery_hashes`);
  }
}
