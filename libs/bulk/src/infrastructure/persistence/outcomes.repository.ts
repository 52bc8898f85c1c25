import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { OutcomeCounts } from '../../application/ports.js';
import type { Outcomes } from '../../application/ports.js';

const TABLE = 'bulk.outcomes';

type Counted = Outcomes & { readonly id: string };

@Injectable()
export class OutcomesRepository extends OutcomeCounts {
  async open(bulkId: string): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO ${TABLE} (enterprise_id, bulk_id) VALUES ($1, $2)`,
      [workContext.enterpriseId(), bulkId],
      'open-bulk-outcomes',
    );
  }

  // With the commit: the row is locked last and briefly, after the balances, as every other step locks it.
  add(bulkId: string, { completed, failed }: Outcomes): void {
    currentTransaction().defer({
      sql: `UPDATE ${TABLE} SET completed = completed + $3, failed = failed + $4, changed_at = now()
            WHERE enterprise_id = $1 AND bulk_id = $2`,
      values: [workContext.enterpriseId(), bulkId, completed, failed],
      name: 'add-bulk-outcomes',
    });
  }

  async of(bulkIds: readonly string[]): Promise<ReadonlyMap<string, Outcomes>> {
    if (bulkIds.length === 0) return new Map();
    const counted = await currentTransaction().query<Counted>(
      `SELECT bulk_id AS id, completed, failed FROM ${TABLE} WHERE enterprise_id = $1 AND bulk_id = ANY($2::uuid[])`,
      [workContext.enterpriseId(), bulkIds],
      'read-bulk-outcomes',
    );
    const known = new Set(counted.map(({ id }) => id));
    const others = await this.count(bulkIds.filter((id) => !known.has(id)));
    return new Map([...counted, ...others].map(({ id, completed, failed }) => [id, { completed, failed }]));
  }

  // Those that were created before there were counts.
  private async count(bulkIds: readonly string[]): Promise<Counted[]> {
    if (bulkIds.length === 0) return [];
    return currentTransaction().query<Counted>(
      `SELECT bulk_transfer_id AS id, count(*) FILTER (WHERE status IN ('completed', 'settled'))::int AS completed,
         count(*) FILTER (WHERE status = 'failed')::int AS failed
       FROM transfers.of_bulk WHERE enterprise_id = $1 AND bulk_transfer_id = ANY($2::uuid[]) GROUP BY bulk_transfer_id`,
      [workContext.enterpriseId(), bulkIds],
      'count-bulk-outcomes',
    );
  }
}
