import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSchema, protect } from './tenant-table.js';

export class Auth1763600001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'auth');
    await this.global(runner);
    await this.credentials(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA auth CASCADE');
  }

  // The only global tables besides the enterprises: whose credential is it, and with what are tokens signed.
  private async global(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.credential_directory (
        lookup text PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('client', 'api_key', 'user')),
        enterprise_id uuid NOT NULL)`);
    await protect(runner, 'auth.credential_directory', 'INSERT');
    await runner.query(`CREATE POLICY directory ON auth.credential_directory FOR SELECT TO payments_auth USING (true)`);
    await runner.query(`GRANT SELECT ON auth.credential_directory TO payments_auth`);
    await runner.query(`
      CREATE TABLE auth.signing_keys (
        kid text PRIMARY KEY,
        public_jwk jsonb NOT NULL,
        master_key_id text NOT NULL,
        wrapped_private_key bytea NOT NULL,
        signs_from timestamptz NOT NULL,
        retired_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now())`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE ON auth.signing_keys TO payments_auth`);
  }

  private async credentials(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.clients (
        enterprise_id uuid NOT NULL,
        client_id text NOT NULL,
        secret_hash bytea NOT NULL,
        scopes text[] NOT NULL,
        version int NOT NULL DEFAULT 1,
        disabled_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (enterprise_id, client_id))`);
    await runner.query(`
      CREATE TABLE auth.api_keys (
        enterprise_id uuid NOT NULL,
        lookup text NOT NULL,
        key_hash bytea NOT NULL,
        environment text NOT NULL,
        revoked_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (enterprise_id, lookup))`);
    await runner.query(`
      CREATE TABLE auth.users (
        enterprise_id uuid NOT NULL,
        name text NOT NULL,
        password_hash text NOT NULL,
        role text NOT NULL CHECK (role IN ('admin', 'payment_initiator', 'developer', 'read_only')),
        disabled_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (enterprise_id, name))`);
    for (const table of ['auth.clients', 'auth.api_keys', 'auth.users']) {
      await protect(runner, table, 'SELECT, INSERT, UPDATE');
    }
  }
}
