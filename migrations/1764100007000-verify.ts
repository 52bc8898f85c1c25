import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSchema, letMaintain, protect, withoutWall } from './tenant-table.js';

const OLD_SCOPES = [
  ...['persons', 'businesses', 'external-accounts', 'transfers', 'balances', 'ledger', 'webhook-configurations']
    .concat('webhook-secret')
    .flatMap((resource) => [`read:${resource}`, `write:${resource}`]),
  'invoke:webhook',
];
const NEW_SCOPES = ['read:verify-accounts', 'write:verify-accounts'];

/** Verifications of bank accounts, the probes that they send, and what accounts and legs publish for them. */
export class Verify1764100007000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'verify');
    await this.accounts(runner);
    await this.probes(runner);
    await this.views(runner);
    await this.scopes(runner, OLD_SCOPES, [...OLD_SCOPES, ...NEW_SCOPES]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.scopes(runner, [...OLD_SCOPES, ...NEW_SCOPES], OLD_SCOPES);
    await runner.query('DROP SCHEMA verify CASCADE');
    await runner.query('DROP VIEW transfers.facts, accounts.facts');
    await runner.query('DROP INDEX transfers.legs_of_account, accounts.external_accounts_numbers');
  }

  // account_key is the blind index of routing and account number, the same as that of external accounts.
  private async accounts(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE verify.accounts (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        type text NOT NULL CHECK (type IN ('status', 'control', 'status_ownership', 'control_ownership')),
        routing_number text NOT NULL,
        account_number bytea NOT NULL,
        account_key bytea NOT NULL,
        account_holder_name text NOT NULL,
        email bytea,
        sender_name text,
        person jsonb,
        business jsonb,
        identity_number bytea,
        external_account_id uuid,
        verification_status text NOT NULL
          CHECK (verification_status IN ('pending', 'valid', 'closed', 'invalid', 'failed')),
        status_reason text,
        evidence jsonb,
        ownership_status text
          CHECK (ownership_status IN ('pending', 'full', 'partial', 'not_a_match', 'not_found')),
        matches jsonb,
        control_status text CHECK (control_status IN ('pending', 'valid', 'canceled')),
        control_attempts int NOT NULL CHECK (control_attempts BETWEEN 0 AND 3),
        statement_code_hash text,
        control_until timestamptz,
        debit_status text CHECK (debit_status IN ('pending', 'valid', 'blocked', 'failed')),
        debit_status_reason text,
        estimated_verification_date timestamptz,
        sequence int NOT NULL,
        version int NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        CONSTRAINT identity_erased CHECK (identity_number IS NULL OR ownership_status = 'pending'),
        PRIMARY KEY (enterprise_id, id))`);
    await runner.query(`CREATE INDEX accounts_newest ON verify.accounts (enterprise_id, created_at DESC, id DESC)`);
    await runner.query(
      `CREATE INDEX accounts_numbers ON verify.accounts (enterprise_id, account_key, created_at DESC, id DESC)`,
    );
    await protect(runner, 'verify.accounts', 'SELECT, INSERT, UPDATE');
    await letMaintain(
      runner,
      'verify.accounts',
      'SELECT (enterprise_id, id, verification_status, control_status, control_until, updated_at), DELETE',
    );
  }

  private async probes(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE verify.probes (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        account_id uuid NOT NULL,
        purpose text NOT NULL CHECK (purpose IN ('status', 'control', 'debit_credit', 'debit')),
        side text NOT NULL CHECK (side IN ('source', 'destination')),
        rail text NOT NULL,
        amount bigint NOT NULL CHECK (amount IN (0, 1)),
        end_to_end_id text NOT NULL,
        status text NOT NULL,
        requested_at timestamptz NOT NULL,
        window_at timestamptz NOT NULL,
        effective_date text NOT NULL,
        settles_at timestamptz NOT NULL,
        hold_until timestamptz,
        batch_id uuid,
        trace_number text,
        return_trace_number text,
        network_reason_code text,
        last_result_at timestamptz,
        version int NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, id),
        CONSTRAINT probes_end_to_end_id UNIQUE (enterprise_id, end_to_end_id))`);
    await runner.query(`CREATE INDEX probes_account ON verify.probes (enterprise_id, account_id, created_at)`);
    await runner.query(
      `CREATE INDEX probes_waiting ON verify.probes (enterprise_id, window_at) WHERE status = 'ready'`,
    );
    await runner.query(
      `CREATE INDEX probes_on_hold ON verify.probes (enterprise_id, hold_until) WHERE status = 'settled'`,
    );
    await protect(runner, 'verify.probes', 'SELECT, INSERT, UPDATE');
    const columns = 'enterprise_id, id, account_id, side, rail, amount, status, hold_until, updated_at';
    await letMaintain(runner, 'verify.probes', `SELECT (${columns}), DELETE`);
  }

  // Published: which details have which numbers, without the numbers, and what became of payments to an account.
  private async views(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX external_accounts_numbers ON accounts.external_accounts (enterprise_id, account_key)`,
    );
    await runner.query(`
      CREATE VIEW accounts.facts WITH (security_invoker = true) AS
        SELECT enterprise_id, id AS account_id, details_version, account_key, customer_reference_id,
          customer_resource_type, status
        FROM accounts.external_accounts`);
    await runner.query(`CREATE INDEX legs_of_account ON transfers.legs (enterprise_id, account_id, created_at)`);
    await runner.query(`
      CREATE VIEW transfers.facts WITH (security_invoker = true) AS
        SELECT enterprise_id, account_id, account_version, side, rail, status, network_reason_code, settles_at,
          last_result_at, created_at
        FROM transfers.legs`);
    await runner.query('GRANT SELECT ON accounts.facts, transfers.facts TO payments_app');
  }

  // Only clients that had every scope so far get the new ones: whoever narrowed a client's scopes meant to.
  private async scopes(runner: QueryRunner, from: readonly string[], to: readonly string[]): Promise<void> {
    await withoutWall(runner, ['auth.clients'], () =>
      runner.query(`UPDATE auth.clients SET scopes = $2::text[] WHERE scopes @> $1::text[] AND scopes <@ $1::text[]`, [
        from,
        to,
      ]),
    );
  }
}
