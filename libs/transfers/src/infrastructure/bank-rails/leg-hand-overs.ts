import { Injectable } from '@nestjs/common';
import { newId, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction, Enterprises } from '@payments/persistence';
import { HandOvers } from '@payments/rails';

/** Legs whose window has ended and which the bank's adapter has not taken yet. */
@Injectable()
export class LegHandOvers extends HandOvers {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly enterprises: Enterprises,
  ) {
    super();
  }

  async arePending(enterpriseIds: readonly string[], rail: string, windowAt: Date): Promise<boolean> {
    for (const enterpriseId of enterpriseIds) {
      const tenant = await this.enterprises.find(enterpriseId);
      if (tenant === undefined) continue;
      const context = { requestId: newId(), tenant, actor: 'rails' };
      const pending = await workContext.run(context, () => this.unitOfWork.read(() => isPending(rail, windowAt)));
      if (pending) return true;
    }
    return false;
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
