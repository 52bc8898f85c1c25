import type { MigrationInterface, QueryRunner } from 'typeorm';

const SEALED = [
  'sha256',
  'document_id',
  'size',
  'file_name',
  'creation_date',
  'modifier',
  'batches',
  'entries',
  'debit',
  'credit',
];

/** A file that is encrypted for its bank also keeps the hash of what was encrypted, so that a rendering can be compared. */
export class EncryptedFiles1764100030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE rails.files ADD COLUMN plain_sha256 bytea,
      ADD CONSTRAINT files_plain CHECK (plain_sha256 IS NULL OR sha256 IS NOT NULL)`);
    await runner.query(`CREATE UNIQUE INDEX files_plain_content ON rails.files (connection, plain_sha256)`);
    await keepSealed(runner, [...SEALED, 'plain_sha256']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await keepSealed(runner, SEALED);
    await runner.query(`ALTER TABLE rails.files DROP COLUMN plain_sha256`);
  }
}

async function keepSealed(runner: QueryRunner, columns: readonly string[]): Promise<void> {
  const row = (name: string) => `(${columns.map((column) => `${name}.${column}`).join(', ')})`;
  await runner.query(`
    CREATE OR REPLACE TRIGGER keep_sealed BEFORE UPDATE ON rails.files FOR EACH ROW
      WHEN (OLD.sha256 IS NOT NULL AND ${row('OLD')} IS DISTINCT FROM ${row('NEW')})
      EXECUTE FUNCTION rails.keep_sealed_file()`);
}
