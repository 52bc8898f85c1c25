import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSchema, protect } from './tenant-table.js';

export class Transfers1763600004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'transfers');
    await this.transfers(runner);
    await this.legs(runner);
    await this.transitions(runner);
    await this.sandbox(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA sandbox CASCADE');
    await runner.query('DROP SCHEMA transfers CASCADE');
  }

  private async transfers(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE transfers.transfers (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        transfer_reference_id text NOT NULL,
        use_case text NOT NULL,
        amount bigint NOT NULL CHECK (amount > 0),
        currency text NOT NULL,
        speed text NOT NULL,
        source jsonb,
        destination jsonb,
        status text NOT NULL,
        status_reasons jsonb NOT NULL,
        account_statement_descriptor text,
        metadata jsonb,
        sequence int NOT NULL,
        version int NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, id),
        CONSTRAINT transfers_reference UNIQUE (enterprise_id, transfer_reference_id))`);
    await runner.query(
      `CREATE INDEX transfers_newest ON transfers.transfers (enterprise_id, created_at DESC, id DESC)`,
    );
    await protect(runner, 'transfers.transfers', 'SELECT, INSERT, UPDATE');
    await runner.query(`
      CREATE TABLE transfers.status_history (
        enterprise_id uuid NOT NULL,
        transfer_id uuid NOT NULL,
        position int NOT NULL,
        status text NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, transfer_id, position))`);
    await protect(runner, 'transfers.status_history', 'SELECT, INSERT');
  }

  private async legs(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE transfers.legs (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        transfer_id uuid NOT NULL,
        side text NOT NULL CHECK (side IN ('source', 'destination')),
        rail text NOT NULL,
        amount bigint NOT NULL,
        account_id uuid NOT NULL,
        account_version int NOT NULL,
        end_to_end_id text NOT NULL,
        status text NOT NULL,
        batch_id uuid,
        trace_number text,
        return_trace_number text,
        network_reason_code text,
        version int NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, id),
        CONSTRAINT legs_side UNIQUE (enterprise_id, transfer_id, side),
        CONSTRAINT legs_end_to_end_id UNIQUE (enterprise_id, end_to_end_id))`);
    await protect(runner, 'transfers.legs', 'SELECT, INSERT, UPDATE');
    // The inbox: a result that the processor tells twice is stored, and so applied, once.
    await runner.query(`
      CREATE TABLE transfers.processor_results (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        processor_result_id text NOT NULL,
        end_to_end_id text NOT NULL,
        kind text NOT NULL,
        network_reason_code text,
        trace_number text,
        occurred_at timestamptz NOT NULL,
        received_at timestamptz NOT NULL,
        applied_at timestamptz,
        PRIMARY KEY (enterprise_id, id),
        CONSTRAINT processor_results_once UNIQUE (enterprise_id, processor_result_id))`);
    await protect(runner, 'transfers.processor_results', 'SELECT, INSERT, UPDATE (applied_at)');
  }

  // The table of libs/transfers/src/domain/transfer-status.ts once more, as the last line of defence; a test keeps
  // the two the same.
  private async transitions(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE transfers.transitions (
        from_status text NOT NULL,
        to_status text NOT NULL,
        PRIMARY KEY (from_status, to_status))`);
    await runner.query(`
      INSERT INTO transfers.transitions VALUES
        ('created', 'pending'), ('created', 'failed'), ('pending', 'completed'), ('pending', 'failed'),
        ('completed', 'settled'), ('completed', 'failed'), ('settled', 'failed')`);
    await runner.query(`GRANT SELECT ON transfers.transitions TO payments_app`);
    await runner.query(`
      CREATE FUNCTION transfers.refuse_illegal_transition() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NOT EXISTS (SELECT FROM transfers.transitions
                       WHERE from_status = OLD.status AND to_status = NEW.status) THEN
          RAISE EXCEPTION 'illegal transition of a transfer: % to %', OLD.status, NEW.status;
        END IF;
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER legal_transition BEFORE UPDATE OF status ON transfers.transfers
        FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
        EXECUTE FUNCTION transfers.refuse_illegal_transition()`);
  }

  // What the simulated bank network knows. It shares the database for convenience only: nothing outside the sandbox
  // adapter reads it.
  private async sandbox(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'sandbox');
    await runner.query(`
      CREATE TABLE sandbox.instructions (
        enterprise_id uuid NOT NULL,
        end_to_end_id text NOT NULL,
        batch_id uuid NOT NULL,
        side text NOT NULL,
        rail text NOT NULL,
        amount bigint NOT NULL,
        trace_number text NOT NULL,
        received_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, end_to_end_id))`);
    await protect(runner, 'sandbox.instructions', 'SELECT, INSERT');
    await runner.query(`
      CREATE TABLE sandbox.planned_results (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        end_to_end_id text NOT NULL,
        kind text NOT NULL,
        network_reason_code text,
        due_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, id))`);
    await protect(runner, 'sandbox.planned_results', 'SELECT, INSERT');
  }
}
