import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { WaitsForBankingTime } from '@payments/transfers';
import type { BankingTimeWaiter, ScheduledWork } from '@payments/transfers';
import { bulkQueues } from '../../application/queues.js';

const WAITS = `
  SELECT '${bulkQueues.starts}' AS queue, id AS subject_id, execute_at AS until FROM bulk.bulk_transfers
  WHERE enterprise_id = $1 AND status = 'ready' AND (NOT review OR confirmed_at IS NOT NULL)
    AND coalesce(approval ->> 'status', 'approved') = 'approved' AND execute_at <= $2`;

/** Bulk transfers that wait for their time. */
@WaitsForBankingTime()
@Injectable()
export class BulkWaits implements BankingTimeWaiter {
  readonly queues = [bulkQueues.starts, bulkQueues.creation];

  waits(until: Date): Promise<readonly ScheduledWork[]> {
    return currentTransaction().query<ScheduledWork>(WAITS, [workContext.enterpriseId(), until]);
  }

  async firstWait(until: Date): Promise<Date | undefined> {
    const [first] = await currentTransaction().query<{ until: Date | null }>(
      `SELECT min(until) AS until FROM (${WAITS}) AS waits`,
      [workContext.enterpriseId(), until],
    );
    return first?.until ?? undefined;
  }
}
