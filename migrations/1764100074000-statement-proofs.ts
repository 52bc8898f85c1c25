import type { MigrationInterface, QueryRunner } from 'typeorm';

const TENANT = `NULLIF(current_setting('app.enterprise_id', true), '')::uuid`;

/** As in OwnStatements. */
const isAlone = (connection: string) => `(
  EXISTS (SELECT FROM rails.batches b WHERE b.connection = ${connection} AND b.for_enterprise = ${TENANT})
  AND NOT EXISTS (SELECT FROM rails.batches b WHERE b.connection = ${connection} AND b.for_enterprise < ${TENANT})
  AND NOT EXISTS (SELECT FROM rails.batches b WHERE b.connection = ${connection} AND b.for_enterprise > ${TENANT}))`;

const statementsWith = (more: string) => `
  CREATE OR REPLACE VIEW rails.own_statements WITH (security_barrier = true) AS
  SELECT ${TENANT} AS enterprise_id, s.id, s.connection, s.format, s.bank_id, s.sequence, s.account, s.day, s.purpose,
    s.status, s.state, s.opening, s.closing, s.lines, s.credits, s.debits, s.received_at AS created_at, s.reconciled_at,
    EXISTS (SELECT FROM rails.breaks b WHERE b.connection = s.connection AND b.day = s.day AND b.kind = 'statement_gap'
      AND b.resolved_at IS NULL) AS has_gap${more}
  FROM rails.statements s WHERE ${isAlone('s.connection')}`;

/** The balance proof stays with the statement that it is of. */
export class StatementProofs1764100074000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rails.statements ADD COLUMN proof jsonb');
    await runner.query(statementsWith(', s.proof'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW rails.own_statements');
    await runner.query(statementsWith(''));
    await runner.query('GRANT SELECT ON rails.own_statements TO payments_app');
    await runner.query('ALTER TABLE rails.statements DROP COLUMN proof');
  }
}
