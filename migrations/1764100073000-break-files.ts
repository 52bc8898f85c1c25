import type { MigrationInterface, QueryRunner } from 'typeorm';

const TENANT = `NULLIF(current_setting('app.enterprise_id', true), '')::uuid`;

/** As in OwnStatements. */
const isAlone = (connection: string) => `(
  EXISTS (SELECT FROM rails.batches b WHERE b.connection = ${connection} AND b.for_enterprise = ${TENANT})
  AND NOT EXISTS (SELECT FROM rails.batches b WHERE b.connection = ${connection} AND b.for_enterprise < ${TENANT})
  AND NOT EXISTS (SELECT FROM rails.batches b WHERE b.connection = ${connection} AND b.for_enterprise > ${TENANT}))`;

const linesWith = (more: string) => `
  CREATE OR REPLACE VIEW rails.own_statement_lines WITH (security_barrier = true) AS
  SELECT ${TENANT} AS enterprise_id, l.id, l.statement_id, l.connection, l.position, l.amount, l.direction, l.status,
    l.booking_day, l.value_day, l.class, l.code, l.is_reversal, l.payments, l.refs, l.text, l.is_open, l.matched_by,
    l.explained_as${more}
  FROM rails.statement_lines l WHERE ${isAlone('l.connection')}`;

const breaksWith = (more: string) => `
  CREATE OR REPLACE VIEW rails.own_breaks WITH (security_barrier = true) AS
  SELECT ${TENANT} AS enterprise_id, for_enterprise, id, connection, kind,
    CASE WHEN resolved_at IS NULL THEN 'open' ELSE 'resolved' END AS state, day, line_id, end_to_end_id, file, batch,
    difference, expected, found, first_seen_at AS created_at, last_seen_at, resolved_at${more}
  FROM rails.breaks WHERE for_enterprise = ${TENANT} OR (for_enterprise IS NULL AND ${isAlone('breaks.connection')})`;

/** Who sees the statement of a line, sees which one it is. */
const STATEMENT_ID = `CASE WHEN ${isAlone('breaks.connection')} THEN (
  SELECT l.statement_id FROM rails.statement_lines l WHERE l.id = breaks.line_id) END AS statement_id`;

/** Breaks lead to the file and to the statement, and lines to what they were matched with. */
export class BreakFiles1764100073000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rails.breaks ADD COLUMN file_id uuid');
    await runner.query(breaksWith(`, file_id, ${STATEMENT_ID}`));
    await runner.query(linesWith(', l.match_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW rails.own_breaks, rails.own_statement_lines');
    await runner.query(breaksWith(''));
    await runner.query(linesWith(''));
    await runner.query('GRANT SELECT ON rails.own_breaks, rails.own_statement_lines TO payments_app');
    await runner.query('ALTER TABLE rails.breaks DROP COLUMN file_id');
  }
}
