import type { MigrationInterface, QueryRunner } from 'typeorm';
import { letMaintenanceRemove, protect } from './tenant-table.js';

export class Idempotency1763800003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Status and answer are written by the transaction that made the row: once committed it has both.
    await runner.query(`
      CREATE TABLE platform.idempotency_keys (
        enterprise_id uuid NOT NULL,
        key_hash bytea NOT NULL,
        request_hash bytea NOT NULL,
        status int,
        answer bytea,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, key_hash))`);
    await runner.query(`CREATE INDEX idempotency_keys_expiry ON platform.idempotency_keys (expires_at)`);
    await protect(
      runner,
      'platform.idempotency_keys',
      'SELECT, INSERT, UPDATE (request_hash, status, answer, expires_at)',
    );
    await letMaintenanceRemove(runner, 'platform.idempotency_keys', 'enterprise_id, key_hash, expires_at');
    await this.claim(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION platform.claim_idempotency_key');
    await runner.query('DROP TABLE platform.idempotency_keys');
  }

  // A function, because its SET clause bounds the wait for a twin and for nothing that comes after, and because its
  // second statement sees what the twin committed while the first one waited: all in one round trip.
  private async claim(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION platform.claim_idempotency_key(
        _enterprise_id uuid, _key_hash bytea, _request_hash bytea, _now timestamptz, _expires_at timestamptz, _wait_ms int)
      RETURNS SETOF platform.idempotency_keys LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
      BEGIN
        PERFORM set_config('lock_timeout', _wait_ms::text, true);
        INSERT INTO platform.idempotency_keys AS held (enterprise_id, key_hash, request_hash, expires_at)
        VALUES (_enterprise_id, _key_hash, _request_hash, _expires_at)
        ON CONFLICT (enterprise_id, key_hash) DO UPDATE
          SET request_hash = EXCLUDED.request_hash, expires_at = EXCLUDED.expires_at, status = NULL, answer = NULL
          WHERE held.expires_at <= _now;
        IF NOT FOUND THEN
          RETURN QUERY SELECT * FROM platform.idempotency_keys AS held
            WHERE held.enterprise_id = _enterprise_id AND held.key_hash = _key_hash;
        END IF;
      END $$`);
  }
}
