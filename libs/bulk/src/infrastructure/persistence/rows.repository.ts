import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction, FieldCipher, limitOffset, pageBy } from '@payments/persistence';
import type { Page } from '@payments/persistence';
import type { TransferRequest } from '@payments/transfers';
import { Rows } from '../../application/ports.js';
import type { BookFunds, BulkRow, Chunk, FinishedRow, NewRow, RowFilter, WaitingRow } from '../../application/ports.js';
import { ROW_COLUMNS, toRow } from './rows.js';
import type { RowRow } from './rows.js';

const TABLE = 'bulk.rows';
const CHUNKS = 'bulk.chunks';
const ROWS_OF_CHUNK = 500;

@Injectable()
export class RowsRepository extends Rows {
  constructor(private readonly cipher: FieldCipher) {
    super();
  }

  async add(bulkId: string, rows: readonly NewRow[]): Promise<void> {
    const requested = rows.filter(({ request }) => request !== null);
    const sealed = await this.cipher.sealAll(
      columnOf(),
      requested.map(({ number, request }) => ({ rowId: `${bulkId}/${number}`, plaintext: JSON.stringify(request) })),
    );
    const bodies = new Map(requested.map(({ number }, index) => [number, sealed[index]!]));
    const stored = rows.map(({ request: _, ...row }) => ({
      ...{ ...row, amount: row.amount?.toString() ?? null },
      body: bodies.has(row.number) ? `\\x${bodies.get(row.number)!.toString('hex')}` : null,
    }));
    await currentTransaction().query(
      `INSERT INTO ${TABLE} (enterprise_id, bulk_id, ${ROW_COLUMNS}, book, body)
       SELECT $1, $2, ${ROW_COLUMNS}, book, body FROM jsonb_populate_recordset(NULL::${TABLE}, $3::jsonb)
       RETURNING 1`,
      [workContext.enterpriseId(), bulkId, JSON.stringify(stored)],
      'insert-bulk-rows',
    );
  }

  // A row whose fields are refused has no amount: a later row may be the right one.
  async usedReferences(bulkId: string, references: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await currentTransaction().query<{ transfer_reference_id: string }>(
      `SELECT DISTINCT transfer_reference_id FROM ${TABLE}
       WHERE enterprise_id = $1 AND bulk_id = $2 AND transfer_reference_id = ANY($3::text[])
         AND amount IS NOT NULL`,
      [workContext.enterpriseId(), bulkId, references],
      'find-bulk-references',
    );
    return new Set(rows.map(({ transfer_reference_id }) => transfer_reference_id));
  }

  async list({ bulk_id, status, after = 0, ...page }: RowFilter): Promise<Page<BulkRow>> {
    const { limit, offset } = limitOffset(page);
    const rows = await currentTransaction().query<RowRow>(
      `SELECT ${ROW_COLUMNS} FROM ${TABLE}
       WHERE enterprise_id = $1 AND bulk_id = $2 AND number > $3 AND ($4::text[] IS NULL OR status = ANY($4::text[]))
       ORDER BY number LIMIT $5 OFFSET $6`,
      [workContext.enterpriseId(), bulk_id, after, status ?? null, limit, offset],
      'list-bulk-rows',
    );
    const { items, ...rest } = pageBy(rows, page, ({ number }) => String(number));
    return { items: items.map(toRow), ...rest };
  }

  async fundsNeeded(bulkId: string): Promise<BookFunds[]> {
    const rows = await currentTransaction().query<{ book: string; amount: string }>(
      `SELECT book, sum(amount)::text AS amount FROM ${TABLE}
       WHERE enterprise_id = $1 AND bulk_id = $2 AND status = 'valid' AND takes_funds GROUP BY book ORDER BY book`,
      [workContext.enterpriseId(), bulkId],
      'sum-bulk-funds',
    );
    return rows.map(({ book, amount }) => ({ book, amount: BigInt(amount) }));
  }

  async divide(bulkId: string, rows: number): Promise<Chunk[]> {
    const chunks = Array.from({ length: Math.ceil(rows / ROWS_OF_CHUNK) }, (_, index): Chunk => ({
      ...{ id: newId(), bulk_id: bulkId, first_row: index * ROWS_OF_CHUNK + 1 },
      last_row: Math.min(rows, (index + 1) * ROWS_OF_CHUNK),
    }));
    return currentTransaction().query<Chunk>(
      `INSERT INTO ${CHUNKS} (enterprise_id, id, bulk_id, first_row, last_row)
       SELECT $1, c.id, c.bulk_id, c.first_row, c.last_row FROM jsonb_populate_recordset(NULL::${CHUNKS}, $2::jsonb) AS c
       WHERE EXISTS (
         SELECT FROM ${TABLE} r WHERE r.enterprise_id = $1 AND r.bulk_id = c.bulk_id
           AND r.number BETWEEN c.first_row AND c.last_row AND r.status = 'valid')
       RETURNING id, bulk_id, first_row, last_row`,
      [workContext.enterpriseId(), JSON.stringify(chunks)],
      'insert-bulk-chunks',
    );
  }

  async lockChunk(id: string): Promise<Chunk | undefined> {
    const [chunk] = await currentTransaction().query<Chunk & { readonly is_done: boolean }>(
      `SELECT id, bulk_id, first_row, last_row, is_done FROM ${CHUNKS} WHERE enterprise_id = $1 AND id = $2 FOR UPDATE`,
      [workContext.enterpriseId(), id],
      'lock-bulk-chunk',
    );
    return chunk?.is_done === false ? chunk : undefined;
  }

  async waiting({ bulk_id, first_row, last_row }: Chunk): Promise<WaitingRow[]> {
    const rows = await currentTransaction().query<{ number: number; line: number; body: Buffer }>(
      `SELECT number, line, body FROM ${TABLE}
       WHERE enterprise_id = $1 AND bulk_id = $2 AND number BETWEEN $3 AND $4 AND status = 'valid' ORDER BY number`,
      [workContext.enterpriseId(), bulk_id, first_row, last_row],
      'read-bulk-rows',
    );
    const bodies = await this.cipher.openAll(
      columnOf(),
      rows.map(({ number, body }) => ({ rowId: `${bulk_id}/${number}`, sealed: body })),
    );
    return rows.map(({ number, line }, index) => ({
      ...{ number, line },
      request: JSON.parse(bodies[index]!) as TransferRequest,
    }));
  }

  async finish({ id, bulk_id }: Chunk, rows: readonly FinishedRow[]): Promise<void> {
    const transaction = currentTransaction();
    await Promise.all([
      transaction.query(
        `UPDATE ${TABLE} t SET status = r.status, transfer_id = r.transfer_id, error = r.error
         FROM jsonb_populate_recordset(NULL::${TABLE}, $3::jsonb) AS r
         WHERE t.enterprise_id = $1 AND t.bulk_id = $2 AND t.number = ANY($4::int[]) AND t.number = r.number`,
        [workContext.enterpriseId(), bulk_id, JSON.stringify(rows), rows.map(({ number }) => number)],
        'finish-bulk-rows',
      ),
      transaction.query(
        `UPDATE ${CHUNKS} SET is_done = true WHERE enterprise_id = $1 AND id = $2`,
        [workContext.enterpriseId(), id],
        'finish-bulk-chunk',
      ),
    ]);
  }
}

function columnOf() {
  return { enterpriseId: workContext.enterpriseId(), table: TABLE, column: 'body' } as const;
}
