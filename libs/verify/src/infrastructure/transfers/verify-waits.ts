import { Injectable } from '@nestjs/common';
import { QueriedWaits, WaitsForBankingTime } from '@payments/transfers';
import { verifyQueues } from '../../application/queues.js';

const WAITS = `
  SELECT '${verifyQueues.submissions}' AS queue, id AS subject_id, window_at AS until FROM verify.probes
    WHERE enterprise_id = $1 AND status = 'ready' AND window_at <= $2
  UNION ALL
  SELECT '${verifyQueues.clearances}', id, hold_until FROM verify.probes
    WHERE enterprise_id = $1 AND status = 'settled' AND hold_until <= $2
  UNION ALL
  SELECT '${verifyQueues.codes}', id, control_until FROM verify.accounts
    WHERE enterprise_id = $1 AND control_status = 'pending' AND control_until <= $2`;

/** Windows of probes, the ends of their waits for returns, and the ends of statement codes. */
@WaitsForBankingTime()
@Injectable()
export class VerifyWaits extends QueriedWaits {
  readonly queues = Object.values(verifyQueues);
  protected readonly sql = WAITS;
}
