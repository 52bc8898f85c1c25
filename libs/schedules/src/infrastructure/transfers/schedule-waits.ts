import { Injectable } from '@nestjs/common';
import { QueriedWaits, WaitsForBankingTime } from '@payments/transfers';
import { scheduleQueues } from '../../application/queues.js';

const WAITS = `
  SELECT '${scheduleQueues.runs}' AS queue, id AS subject_id, next_run_at AS until FROM schedules.schedules
  WHERE enterprise_id = $1 AND ended_at IS NULL AND next_run_at <= $2`;

/** The next dates of schedules. */
@WaitsForBankingTime()
@Injectable()
export class ScheduleWaits extends QueriedWaits {
  readonly queues = Object.values(scheduleQueues);
  protected readonly sql = WAITS;
}
