import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction, limitOffset, pageOf } from '@payments/persistence';
import type { Page } from '@payments/persistence';
import { Refusals } from '../../application/refusals.js';
import type { Refusal, RefusalFilter } from '../../application/refusals.js';

const TABLE = 'portal.refused_requests';
const COLUMNS = 'id, at, method, route, status, error_code, request_id, credential, duration_ms';

@Injectable()
export class RefusalsRepository extends Refusals {
  async append(refusals: readonly Refusal[]): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO ${TABLE} (enterprise_id, ${COLUMNS})
       SELECT $1, ${COLUMNS} FROM jsonb_populate_recordset(NULL::${TABLE}, $2::jsonb) RETURNING 1`,
      [workContext.enterpriseId(), JSON.stringify(refusals)],
      'insert-refused-requests',
    );
  }

  // Ids follow time, and retention keeps the rows of an enterprise few.
  async list(filter: RefusalFilter): Promise<Page<Refusal>> {
    const { limit, offset } = limitOffset(filter);
    const { after = null, error_code = null, request_id = null } = filter;
    const rows = await currentTransaction().query<Refusal>(
      `SELECT ${COLUMNS} FROM ${TABLE}
       WHERE enterprise_id = $1 AND ($2::uuid IS NULL OR id < $2) AND ($3::text IS NULL OR error_code = $3)
         AND ($4::text IS NULL OR request_id = $4)
       ORDER BY id DESC LIMIT $5 OFFSET $6`,
      [workContext.enterpriseId(), after, error_code, request_id, limit, offset],
      'list-refused-requests',
    );
    return pageOf(rows, filter);
  }
}
