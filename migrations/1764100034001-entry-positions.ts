import type { MigrationInterface, QueryRunner } from 'typeorm';

const BATCH = 20_000;

const NUMBER_NEXT = `
  WITH numbering AS (SELECT * FROM ledger.numbering WHERE enterprise_id = $1 FOR UPDATE),
  next AS (
    SELECT id, created_at, row_number() OVER (ORDER BY created_at, id) AS n
    FROM (SELECT e.id, e.created_at FROM ledger.entries e, numbering
      WHERE e.enterprise_id = $1 AND (e.created_at, e.id) > (numbering.created_at, numbering.id) AND e.position IS NULL
      ORDER BY e.created_at, e.id LIMIT ${BATCH}) AS batch),
  numbered AS (
    UPDATE ledger.entries e SET position = numbering.last_position + next.n FROM next, numbering
    WHERE e.enterprise_id = $1 AND e.id = next.id),
  last AS (SELECT * FROM next ORDER BY n DESC LIMIT 1)
  UPDATE ledger.numbering known SET last_position = known.last_position + last.n, created_at = last.created_at, id = last.id
  FROM last WHERE known.enterprise_id = $1 RETURNING last.n::int AS entries`;

/**
 * Gives the entries that were there before positions theirs, in the order of their times. Each batch is a statement of its
 * own, so that the service goes on, and one that was interrupted goes on where it was.
 */
export class EntryPositions1764100034001 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const enterprises = (await runner.query('SELECT enterprise_id FROM ledger.numbering')) as {
      enterprise_id: string;
    }[];
    for (const { enterprise_id } of enterprises) {
      for (let numbered = BATCH; numbered === BATCH;) {
        const [rows] = (await runner.query(NUMBER_NEXT, [enterprise_id])) as [{ entries: number }[], number];
        numbered = rows[0]?.entries ?? 0;
      }
    }
  }

  // The positions go with their column.
  async down(): Promise<void> {}
}
