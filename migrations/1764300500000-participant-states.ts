import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which participants of instant networks, or which network as a whole, take no payments, as a connection was told. */
export class ParticipantStates1764300500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rails.participant_states (
        connection text NOT NULL,
        rail text NOT NULL CHECK (rail IN ('rtp', 'fednow')),
        -- Empty for the network itself.
        routing_number text NOT NULL CHECK (routing_number ~ '^([0-9]{9})?$'),
        is_off boolean NOT NULL,
        event_at timestamptz NOT NULL,
        code text NOT NULL,
        inbound_id uuid NOT NULL,
        told_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (connection, rail, routing_number))`);
    await runner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON rails.participant_states TO payments_relay');
    await runner.query(
      'GRANT SELECT (connection, rail, routing_number, is_off, event_at) ON rails.participant_states TO payments_app',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE rails.participant_states');
  }
}
