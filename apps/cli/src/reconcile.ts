import type { INestApplicationContext } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { Reconcile } from '@payments/transfers';
import type { Period, Reconciliation } from '@payments/transfers';
import { Progress } from './keys/progress.js';
import { enterprises, keyTools } from './keys/tools.js';

export interface ReconcileRequest {
  readonly period: Partial<Period>;
  readonly enterprise?: string;
}

/** Reconciles all enterprises, or the one that is named. @throws CliError when there is no such enterprise. */
export async function reconcileAll(
  app: INestApplicationContext,
  { period, enterprise }: ReconcileRequest,
): Promise<(Reconciliation & { enterprise_id: string })[]> {
  const results: (Reconciliation & { enterprise_id: string })[] = [];
  for (const enterprise_id of await enterprises(keyTools(app, new Progress()), enterprise)) {
    const tenant = await app.get(Enterprises, { strict: false }).get(enterprise_id);
    const work = () => app.get(Reconcile, { strict: false }).execute(period);
    results.push({ enterprise_id, ...(await workContext.run({ requestId: newId(), tenant, actor: 'cli' }, work)) });
  }
  return results;
}
