import { Injectable } from '@nestjs/common';
import { newId, UnitOfWork } from '@payments/kernel';
import { Tasks } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { currentTransaction, Enterprises } from '@payments/persistence';
import { HandOvers, type WaitingHandOver } from '@payments/rails';
import { transferQueues } from '../../application/queues.js';

/** Legs that the bank's adapter has not taken yet. */
@Injectable()
export class LegHandOvers extends HandOvers {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly enterprises: Enterprises,
    private readonly tasks: Tasks,
  ) {
    super();
  }

  async arePending(enterpriseIds: readonly string[], rail: string, windowAt: Date): Promise<boolean> {
    for (const enterpriseId of enterpriseIds) {
      const pending = await this.as(enterpriseId, () => this.unitOfWork.read(() => isPending(rail, windowAt)));
      if (pending === true) return true;
    }
    return false;
  }

  async waiting(enterpriseId: string): Promise<WaitingHandOver[]> {
    return (await this.as(enterpriseId, () => this.unitOfWork.read(waitingOnes))) ?? [];
  }

  async bringForward(enterpriseId: string, rail: string, windowAt: Date): Promise<void> {
    await this.as(enterpriseId, () =>
      this.unitOfWork.run(async () => {
        const legs = await currentTransaction().query<{ id: string }>(
          `SELECT id FROM transfers.legs WHERE enterprise_id = $1 AND rail = $2 AND window_at = $3 AND status = 'ready'`,
          [workContext.enterpriseId(), rail, windowAt],
          'find-legs-of-window',
        );
        await this.tasks.expedite(legs.map(({ id }) => ({ queue: transferQueues.submissions, subjectId: id })));
      }),
    );
  }

  /** @returns undefined when this deployment does not serve the enterprise. */
  private async as<T>(enterpriseId: string, work: () => Promise<T>): Promise<T | undefined> {
    const tenant = await this.enterprises.find(enterpriseId);
    if (tenant === undefined) return undefined;
    return workContext.run({ requestId: newId(), tenant, actor: 'rails' }, work);
  }
}

// The index of waiting legs begins with their windows; that of legs at the processor holds few that are submitting.
async function isPending(rail: string, windowAt: Date): Promise<boolean> {
  const rows = await currentTransaction().query(
    `SELECT FROM transfers.legs WHERE enterprise_id = $1 AND rail = $2 AND window_at <= $3 AND status = 'ready'
     UNION ALL
     SELECT FROM transfers.legs WHERE enterprise_id = $1 AND rail = $2 AND window_at <= $3 AND status = 'submitting' LIMIT 1`,
    [workContext.enterpriseId(), rail, windowAt],
    'find-pending-hand-overs',
  );
  return rows.length > 0;
}

async function waitingOnes(): Promise<WaitingHandOver[]> {
  const rows = await currentTransaction().query<Omit<WaitingHandOver, 'cents'> & { readonly cents: string }>(
    `SELECT rail, window_at, count(*)::int AS payments, sum(amount)::bigint AS cents FROM (
       SELECT rail, window_at, amount FROM transfers.legs WHERE enterprise_id = $1 AND status = 'ready'
       UNION ALL
       SELECT rail, window_at, amount FROM transfers.legs WHERE enterprise_id = $1 AND status = 'submitting') AS legs
     WHERE window_at IS NOT NULL GROUP BY rail, window_at`,
    [workContext.enterpriseId()],
    'sum-waiting-hand-overs',
  );
  return rows.map((row) => ({ ...row, cents: BigInt(row.cents) }));
}
