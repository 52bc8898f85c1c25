import { Injectable } from '@nestjs/common';
import { QueriedWaits, WaitsForBankingTime } from '@payments/transfers';
import { bulkQueues } from '../../application/queues.js';

const WAITS = `
  SELECT '${bulkQueues.starts}' AS queue, id AS subject_id, execute_at AS until FROM bulk.bulk_transfers
  WHERE enterprise_id = $1 AND status = 'ready' AND (NOT review OR confirmed_at IS NOT NULL)
    AND coalesce(approval ->> 'status', 'approved') = 'approved' AND execute_at <= $2`;

/** Bulk transfers that wait for their time. */
@WaitsForBankingTime()
@Injectable()
export class BulkWaits extends QueriedWaits {
  readonly queues = [bulkQueues.starts, bulkQueues.creation];
  protected readonly sql = WAITS;
}
