import { Injectable } from '@nestjs/common';
import { currentTransaction, Transactions } from '@payments/persistence';
import {
  type ConnectionRail,
  type ParticipantState,
  ParticipantStates,
  type StoredParticipantState,
} from '../../application/participant-states.js';

const KEEP = `
  INSERT INTO rails.participant_states AS stored
    (connection, rail, routing_number, is_off, event_at, code, inbound_id)
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS told(connection text, rail text, routing_number text, is_off boolean,
    event_at timestamptz, code text, inbound_id uuid)
  ORDER BY connection, rail, routing_number
  ON CONFLICT (connection, rail, routing_number) DO UPDATE
    SET is_off = EXCLUDED.is_off, event_at = EXCLUDED.event_at, code = EXCLUDED.code,
      inbound_id = EXCLUDED.inbound_id, told_at = now()
    WHERE (EXCLUDED.event_at, EXCLUDED.is_off) > (stored.event_at, stored.is_off)`;

// What is announced for later has not happened: until then it is the other way round.
const OFF = `
  SELECT rail, routing_number FROM rails.participant_states
  WHERE (connection, rail) IN (SELECT * FROM unnest($1::text[], $2::text[]))
    AND routing_number = ANY($3::text[]) AND is_off = (event_at <= $4)`;

@Injectable()
export class ParticipantStatesRepository extends ParticipantStates {
  constructor(private readonly transactions: Transactions) {
    super();
  }

  async keep(states: readonly ParticipantState[]): Promise<void> {
    await this.query(KEEP, [JSON.stringify(states)], 'keep-participant-states');
  }

  list(connection?: string): Promise<StoredParticipantState[]> {
    return this.query<StoredParticipantState>(
      `SELECT connection, rail, routing_number, is_off, event_at, code, inbound_id, told_at
       FROM rails.participant_states WHERE $1::text IS NULL OR connection = $1
       ORDER BY connection, rail, routing_number`,
      [connection ?? null],
      'list-participant-states',
    );
  }

  async forget({ connection, rail }: ConnectionRail, routingNumber: string): Promise<boolean> {
    const rows = await this.query(
      `DELETE FROM rails.participant_states WHERE (connection, rail, routing_number) = ($1, $2, $3) RETURNING rail`,
      [connection, rail, routingNumber],
      'forget-participant-state',
    );
    return rows.length > 0;
  }

  off(
    rails: readonly ConnectionRail[],
    routingNumbers: readonly string[],
    at: Date,
  ): Promise<Pick<ParticipantState, 'rail' | 'routing_number'>[]> {
    const of = [rails.map(({ connection }) => connection), rails.map(({ rail }) => rail)];
    return currentTransaction().query(OFF, [...of, ['', ...routingNumbers], at], 'find-participants-off');
  }

  private query<Row extends object>(sql: string, values: readonly unknown[], name: string): Promise<Row[]> {
    return this.transactions.run({ role: 'relay' }, (transaction) => transaction.query<Row>(sql, values, name));
  }
}
