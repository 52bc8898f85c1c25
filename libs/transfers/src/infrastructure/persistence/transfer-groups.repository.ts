import { Injectable } from '@nestjs/common';
import { isUuid } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { commonFilters, currentTransaction, keysetPage, pageOf } from '@payments/persistence';
import type { Page } from '@payments/persistence';
import { TransferGroups } from '../../application/ports.js';
import type { TransferGroupFilter } from '../../application/ports.js';
import type { StatusTotal, TransferGroupState } from '../../domain/transfer-group.js';
import { toState } from './rows.js';
import type { Row } from './rows.js';

const TABLE = 'transfers.groups';
const COLUMNS = 'id, transfer_group_reference_id, source, destination, created_at';

const LIST: Parameters<typeof keysetPage<TransferGroupFilter>>[0] = {
  table: TABLE,
  columns: COLUMNS,
  conditions: {
    start_time: commonFilters.start_time,
    end_time: commonFilters.end_time,
    transfer_group_reference_id: (value) => `listed.transfer_group_reference_id = ${value}`,
  },
};

@Injectable()
export class TransferGroupsRepository extends TransferGroups {
  async add(group: TransferGroupState): Promise<boolean> {
    const added = await currentTransaction().query(
      `INSERT INTO ${TABLE} (enterprise_id, ${COLUMNS})
       SELECT $1, ${COLUMNS} FROM jsonb_populate_record(NULL::${TABLE}, $2::jsonb)
       ON CONFLICT ON CONSTRAINT groups_reference DO NOTHING RETURNING id`,
      [workContext.enterpriseId(), JSON.stringify(group)],
      'insert-transfer-group',
    );
    return added.length > 0;
  }

  async find(id: string): Promise<TransferGroupState | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await currentTransaction().query<TransferGroupState>(
      `SELECT ${COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1 AND id = $2`,
      [workContext.enterpriseId(), id],
      'find-transfer-group',
    );
    return row;
  }

  async list(filter: TransferGroupFilter): Promise<Page<TransferGroupState>> {
    const { sql, values, name } = keysetPage(LIST, filter, workContext.enterpriseId());
    return pageOf(await currentTransaction().query<TransferGroupState>(sql, values, name), filter);
  }

  async totals(id: string): Promise<StatusTotal[]> {
    const rows = await currentTransaction().query<Row<StatusTotal>>(
      `SELECT status, count(*)::int AS transfers, sum(amount)::text AS amount FROM transfers.transfers
       WHERE enterprise_id = $1 AND transfer_group_id = $2 GROUP BY status ORDER BY status`,
      [workContext.enterpriseId(), id],
      'sum-transfer-group',
    );
    return rows.map((row) => toState<StatusTotal>(row));
  }
}
