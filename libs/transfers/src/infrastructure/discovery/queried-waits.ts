import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import type { BankingTimeWaiter, ScheduledWork } from '../../application/scheduled-work.js';

/** Work that waits for banking time in rows. */
export abstract class QueriedWaits implements BankingTimeWaiter {
  abstract readonly queues: readonly string[];
  /** Selects `queue`, `subject_id` and `until` of what waits for an instant up to $2 in the enterprise $1. */
  protected abstract readonly sql: string;

  waits(until: Date): Promise<readonly ScheduledWork[]> {
    return currentTransaction().query<ScheduledWork>(this.sql, [workContext.enterpriseId(), until]);
  }

  async firstWait(until: Date): Promise<Date | undefined> {
    const [first] = await currentTransaction().query<{ until: Date | null }>(
      `SELECT min(until) AS until FROM (${this.sql}) AS waits`,
      [workContext.enterpriseId(), until],
    );
    return first?.until ?? undefined;
  }
}
