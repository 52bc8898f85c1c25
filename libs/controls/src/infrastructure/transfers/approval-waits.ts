import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { WaitsForBankingTime } from '@payments/transfers';
import type { BankingTimeWaiter, ScheduledWork } from '@payments/transfers';
import { controlsQueues } from '../../application/queues.js';

const WAITS = `
  SELECT '${controlsQueues.expiry}' AS queue, id AS subject_id, expires_at AS until FROM controls.approvals
  WHERE enterprise_id = $1 AND status = 'pending' AND expires_at <= $2`;

/** The ends of pending approvals. */
@WaitsForBankingTime()
@Injectable()
export class ApprovalWaits implements BankingTimeWaiter {
  readonly queues = Object.values(controlsQueues);

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
