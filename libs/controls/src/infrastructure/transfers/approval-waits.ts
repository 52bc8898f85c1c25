import { Injectable } from '@nestjs/common';
import { QueriedWaits, WaitsForBankingTime } from '@payments/transfers';
import { controlsQueues } from '../../application/queues.js';

const WAITS = `
  SELECT '${controlsQueues.expiry}' AS queue, id AS subject_id, expires_at AS until FROM controls.approvals
  WHERE enterprise_id = $1 AND status = 'pending' AND expires_at <= $2`;

/** The ends of pending approvals. */
@WaitsForBankingTime()
@Injectable()
export class ApprovalWaits extends QueriedWaits {
  readonly queues = Object.values(controlsQueues);
  protected readonly sql = WAITS;
}
