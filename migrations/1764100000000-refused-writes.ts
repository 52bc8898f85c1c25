import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets a write that is sent along with COMMIT roll the transaction back: `platform.refuse` fails with a reason, and the
 * claim of an idempotency key stores the response at once, or fails when the key is taken.
 */
export class RefusedWrites1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION platform.refuse(_reason text) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '%', _reason;
      END $$`);
    await runner.query(
      'DROP FUNCTION platform.claim_idempotency_key(uuid, bytea, bytea, timestamptz, timestamptz, int)',
    );
    // A function, because its SET clause limits the wait for a duplicate and for nothing that comes after.
    await runner.query(`
      CREATE FUNCTION platform.claim_idempotency_key(_enterprise_id uuid, _key_hash bytea, _request_hash bytea,
        _status int, _answer bytea, _expires_at timestamptz, _wait_ms int)
      RETURNS void LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
      BEGIN
        PERFORM set_config('lock_timeout', _wait_ms::text, true);
        INSERT INTO platform.idempotency_keys AS held (enterprise_id, key_hash, request_hash, status, answer, expires_at)
        VALUES (_enterprise_id, _key_hash, _request_hash, _status, _answer, _expires_at)
        ON CONFLICT (enterprise_id, key_hash) DO UPDATE
          SET request_hash = EXCLUDED.request_hash, status = EXCLUDED.status, answer = EXCLUDED.answer,
            expires_at = EXCLUDED.expires_at
          WHERE held.expires_at <= now();
        IF NOT FOUND THEN
          RAISE unique_violation USING MESSAGE = 'the idempotency key is taken', CONSTRAINT = 'idempotency_keys_pkey';
        END IF;
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP FUNCTION platform.claim_idempotency_key(uuid, bytea, bytea, int, bytea, timestamptz, int)',
    );
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
    await runner.query('DROP FUNCTION platform.refuse');
  }
}
