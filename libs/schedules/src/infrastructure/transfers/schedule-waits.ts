import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { WaitsForBankingTime } from '@payments/transfers';
import type { BankingTimeWaiter, ScheduledWork } from '@payments/transfers';
import { scheduleQueues } from '../../application/queues.js';

const WAITS = `
  SELECT '${scheduleQueues.runs}' AS queue, id AS subject_id, next_run_at AS until FROM schedules.schedules
  WHERE enterprise_id = $1 AND ended_at IS NULL AND next_run_at <= $2`;

/** The next dates of schedules. */
@WaitsForBankingTime()
@Injectable()
export class ScheduleWaits implements BankingTimeWaiter {
  readonly queues = Object.values(scheduleQueues);

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
