import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { WaitingLegs } from '@payments/rails';
import type { WaitingPayments } from '@payments/rails';

/** Legs of the current tenant that wait for the end of a window. */
@Injectable()
export class WaitingLegsReader extends WaitingLegs {
  count(): Promise<WaitingPayments[]> {
    return currentTransaction().query(
      `SELECT rail, window_at, count(*)::int AS count FROM transfers.legs
       WHERE enterprise_id = $1 AND status = 'ready' AND window_at IS NOT NULL GROUP BY rail, window_at`,
      [workContext.enterpriseId()],
      'count-waiting-legs',
    );
  }
}
