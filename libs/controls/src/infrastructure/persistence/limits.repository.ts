import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { Limits } from '../../application/ports.js';
import type { Limit } from '../../domain/limit.js';

const TABLE = 'controls.limits';
const CONTENT = 'name, per, who, direction, "window", max_amount, max_count, action, enabled';
const COLUMNS = `id, ${CONTENT}, version, created_at, updated_at, updated_by`;
/** An earlier release does not record it. */
const COUNTS_FROM = 'coalesce(counts_from, created_at) AS counts_from';

/** pg gives bigint as text. */
type LimitRow = Omit<Limit, 'max_amount'> & { readonly max_amount: string | null };

@Injectable()
export class LimitsRepository extends Limits {
  async list(): Promise<readonly Limit[]> {
    const rows = await currentTransaction().query<LimitRow>(
      `SELECT ${COLUMNS}, ${COUNTS_FROM} FROM ${TABLE} WHERE enterprise_id = $1 ORDER BY name COLLATE "C"`,
      [workContext.enterpriseId()],
      'list-limits',
    );
    return rows.map(({ max_amount, ...row }) => ({
      ...row,
      max_amount: max_amount === null ? null : Number(max_amount),
    }));
  }

  async lock(): Promise<readonly Limit[]> {
    // A separate statement, so that the limits are read after the lock is acquired.
    const [, limits] = await Promise.all([
      currentTransaction().query(
        'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
        [`limits/${workContext.enterpriseId()}`],
        'lock-limits',
      ),
      this.list(),
    ]);
    return limits;
  }

  async add(limit: Limit): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO ${TABLE} (enterprise_id, ${COLUMNS}, counts_from)
       SELECT $1, ${COLUMNS}, counts_from FROM jsonb_populate_record(NULL::${TABLE}, $2::jsonb) RETURNING 1`,
      [workContext.enterpriseId(), JSON.stringify(limit)],
      'insert-limit',
    );
  }

  async replace(limit: Limit): Promise<void> {
    await currentTransaction().query(
      `UPDATE ${TABLE} AS t
       SET (${CONTENT}, counts_from, version, updated_at, updated_by) = (SELECT ${CONTENT}, counts_from, version, updated_at, updated_by
         FROM jsonb_populate_record(NULL::${TABLE}, $2::jsonb))
       WHERE t.enterprise_id = $1 AND t.id = $3`,
      [workContext.enterpriseId(), JSON.stringify(limit), limit.id],
      'update-limit',
    );
  }

  // Its usage goes with retention: here, every transfer that counts on any limit would have to be read.
  async remove(id: string): Promise<void> {
    await currentTransaction().query(
      `DELETE FROM ${TABLE} WHERE enterprise_id = $1 AND id = $2`,
      [workContext.enterpriseId(), id],
      'delete-limit',
    );
  }
}
