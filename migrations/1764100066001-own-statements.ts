import type { MigrationInterface, QueryRunner } from 'typeorm';

const TENANT = `NULLIF(current_setting('app.enterprise_id', true), '')::uuid`;

/**
 * The connection carried files of the tenant, and of nobody else: what its bank booked is about the tenant alone. Both probes
 * of others take the index, however many batches there are.
 */
const isAlone = (connection: string) => `(
  EXISTS (SELECT FROM rails.batches b WHERE b.connection = ${connection} AND b.for_enterprise = ${TENANT})
  AND NOT EXISTS (SELECT FROM rails.batches b WHERE b.connection = ${connection} AND b.for_enterprise < ${TENANT})
  AND NOT EXISTS (SELECT FROM rails.batches b WHERE b.connection = ${connection} AND b.for_enterprise > ${TENANT}))`;

/** What an enterprise may see of statements and of differences between the books. As in OwnBankFiles, the views are the wall. */
const VIEWS: Readonly<Record<string, string>> = {
  'rails.own_statements': `
    SELECT ${TENANT} AS enterprise_id, s.id, s.connection, s.format, s.bank_id, s.sequence, s.account, s.day, s.purpose,
      s.status, s.state, s.opening, s.closing, s.lines, s.credits, s.debits, s.received_at AS created_at, s.reconciled_at,
      EXISTS (SELECT FROM rails.breaks b WHERE b.connection = s.connection AND b.day = s.day AND b.kind = 'statement_gap'
        AND b.resolved_at IS NULL) AS has_gap
    FROM rails.statements s WHERE ${isAlone('s.connection')}`,
  'rails.own_statement_lines': `
    SELECT ${TENANT} AS enterprise_id, l.id, l.statement_id, l.connection, l.position, l.amount, l.direction, l.status,
      l.booking_day, l.value_day, l.class, l.code, l.is_reversal, l.payments, l.refs, l.text, l.is_open, l.matched_by,
      l.explained_as
    FROM rails.statement_lines l WHERE ${isAlone('l.connection')}`,
  'rails.own_breaks': `
    SELECT ${TENANT} AS enterprise_id, for_enterprise, id, connection, kind,
      CASE WHEN resolved_at IS NULL THEN 'open' ELSE 'resolved' END AS state, day, line_id, end_to_end_id, file, batch,
      difference, expected, found, first_seen_at AS created_at, last_seen_at, resolved_at
    FROM rails.breaks WHERE for_enterprise = ${TENANT} OR (for_enterprise IS NULL AND ${isAlone('breaks.connection')})`,
};

export class OwnStatements1764100066001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX batches_of_connection ON rails.batches (connection, for_enterprise)');
    await runner.query('CREATE INDEX breaks_of_enterprise ON rails.breaks (for_enterprise, first_seen_at, id)');
    for (const [view, select] of Object.entries(VIEWS)) {
      await runner.query(`CREATE VIEW ${view} WITH (security_barrier = true) AS ${select}`);
    }
    await runner.query(`GRANT SELECT ON ${Object.keys(VIEWS).join(', ')} TO payments_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP VIEW ${Object.keys(VIEWS).join(', ')}`);
    await runner.query('DROP INDEX rails.breaks_of_enterprise, rails.batches_of_connection');
  }
}
