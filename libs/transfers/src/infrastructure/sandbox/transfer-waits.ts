import { Injectable } from '@nestjs/common';
import { transferQueues } from '../../application/queues.js';
import { WaitsForBankingTime } from '../discovery/discovered-waiters.js';
import { QueriedWaits } from '../discovery/queried-waits.js';
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
export class TransferWaits extends QueriedWaits {
  readonly queues = [...Object.values(transferQueues), SANDBOX_QUEUE];
  protected readonly sql = WAITS;
}
