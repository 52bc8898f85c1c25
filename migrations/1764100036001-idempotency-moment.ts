import type { MigrationInterface, QueryRunner } from 'typeorm';

// A server that holds a part of the data compares with a time that it is given: one that it made up would be its own.
const claim = (moment: string) => `
  CREATE OR REPLACE FUNCTION platform.claim_idempotency_key(_enterprise_id uuid, _key_hash bytea, _request_hash bytea,
    _status int, _answer bytea, _expires_at timestamptz, _wait_ms int)
  RETURNS void LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
  DECLARE
    _now timestamptz := now();
  BEGIN
    PERFORM set_config('lock_timeout', _wait_ms::text, true);
    INSERT INTO platform.idempotency_keys AS held (enterprise_id, key_hash, request_hash, status, answer, expires_at)
    VALUES (_enterprise_id, _key_hash, _request_hash, _status, _answer, _expires_at)
    ON CONFLICT (enterprise_id, key_hash) DO UPDATE
      SET request_hash = EXCLUDED.request_hash, status = EXCLUDED.status, answer = EXCLUDED.answer,
        expires_at = EXCLUDED.expires_at
      WHERE held.expires_at <= ${moment};
    IF NOT FOUND THEN
      RAISE unique_violation USING MESSAGE = 'the idempotency key is taken', CONSTRAINT = 'idempotency_keys_pkey';
    END IF;
  END $$`;

/** The claim of an idempotency key in a form that a distributed database takes. */
export class IdempotencyMoment1764100036001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(claim('_now'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(claim('now()'));
  }
}
