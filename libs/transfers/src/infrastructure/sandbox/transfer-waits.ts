import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { transferQueues } from '../../application/queues.js';
import type { BankingTimeWaiter, ScheduledWork } from '../../application/scheduled-work.js';
import { WaitsForBankingTime } from '../discovery/discovered-waiters.js';
import { SANDBOX_QUEUE } from './sandbox-processor.js';

const WAITS = `
  SELECT '${transferQueues.submissions}' AS queue, id AS subject_id, window_at AS until FROM transfers.legs
    WHERE enterprise_id = $1 AND status = 'ready' AND window_at <= $2
  UNION ALL
  SELECT '${transferQueues.holds}', id, hold_until FROM transfers.legs
    WHERE enterprise_id = $1 AND status = 'settled' AND hold_until <= $2
  UNION ALL
  SELECT '${SANDBOX_QUEUE}', id, due_at FROM sandbox.planned_results
    WHERE enterprise_id = $1 AND reported_at IS NULL AND due_at <= $2`;

/** Windows and holds of legs, and the results that the sandbox network will report. */
@WaitsForBankingTime()
@Injectable()
export class TransferWaits implements BankingTimeWaiter {
  readonly queues = [...Object.values(transferQueues), SANDBOX_QUEUE];

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
