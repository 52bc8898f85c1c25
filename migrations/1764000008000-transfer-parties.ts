import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = ['source', 'destination'].flatMap((side) =>
  ['customer', 'account'].map((party) => ({ side, party, column: `${side}_${party}_reference_id` })),
);

/**
 * The parties of a transfer as columns. Behind row-level security no index on what `->>` takes out of JSON is used, as
 * that operator might leak rows of others. Rewrites the table: transfers wait until that is done.
 */
export class TransferParties1764000008000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const added = COLUMNS.map(
      ({ side, party, column }) =>
        `ADD COLUMN ${column} text GENERATED ALWAYS AS (${side} ->> '${party}_reference_id') STORED`,
    );
    await runner.query(`ALTER TABLE transfers.transfers ${added.join(', ')}`);
    await this.index(
      runner,
      ({ column }) => column,
      ({ column }) => column,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.index(
      runner,
      ({ side, party }) => `(${side} ->> '${party}_reference_id')`,
      ({ side }) => side,
    );
    const dropped = COLUMNS.map(({ column }) => `DROP COLUMN ${column}`);
    await runner.query(`ALTER TABLE transfers.transfers ${dropped.join(', ')}`);
  }

  private async index(
    runner: QueryRunner,
    keyOf: (column: (typeof COLUMNS)[number]) => string,
    presentOf: (column: (typeof COLUMNS)[number]) => string,
  ): Promise<void> {
    for (const column of COLUMNS) {
      const name = `transfers_${column.side}_${column.party}`;
      await runner.query(`DROP INDEX transfers.${name}`);
      await runner.query(`CREATE INDEX ${name} ON transfers.transfers
        (enterprise_id, ${keyOf(column)}, created_at DESC, id DESC) WHERE ${presentOf(column)} IS NOT NULL`);
    }
  }
}
