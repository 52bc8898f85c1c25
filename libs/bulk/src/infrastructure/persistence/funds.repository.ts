import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { BulkFunds } from '../../application/ports.js';
import type { BookFunds } from '../../application/ports.js';

const TABLE = 'bulk.funds';

@Injectable()
export class FundsRepository extends BulkFunds {
  async open(bulkId: string, funds: readonly BookFunds[]): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO ${TABLE} (enterprise_id, bulk_id, book, amount)
       SELECT $1, $2, book, amount FROM jsonb_populate_recordset(NULL::${TABLE}, $3::jsonb) RETURNING 1`,
      [
        workContext.enterpriseId(),
        bulkId,
        JSON.stringify(funds.map(({ book, amount }) => ({ book, amount: String(amount) }))),
      ],
      'open-bulk-funds',
    );
  }

  async close(bulkId: string): Promise<BookFunds[]> {
    const rows = await currentTransaction().query<{ book: string; amount: string }>(
      `WITH closed AS (
         DELETE FROM ${TABLE} WHERE enterprise_id = $1 AND bulk_id = $2 RETURNING book, amount)
       SELECT book, amount FROM closed ORDER BY book`,
      [workContext.enterpriseId(), bulkId],
      'close-bulk-funds',
    );
    return rows.map(({ book, amount }) => ({ book, amount: BigInt(amount) }));
  }
}
