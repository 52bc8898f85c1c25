import type { INestApplicationContext } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { Reconcile } from '@payments/transfers';
import type { Period, Reconciliation } from '@payments/transfers';
import { Progress } from './keys/progress.js';
import { enterprises, keyTools } from './keys/tools.js';
import { columns, counted, paint } from './terminal.js';

type Reconciled = Reconciliation & { readonly enterprise_id: string };

export interface ReconcileRequest {
  readonly period: Partial<Period>;
  readonly enterprise?: string;
}

/** Reconciles all enterprises, or the named one. @throws CliError when there is no such enterprise. */
export async function reconcileAll(
  app: INestApplicationContext,
  { period, enterprise }: ReconcileRequest,
): Promise<Reconciled[]> {
  const results: Reconciled[] = [];
  for (const enterprise_id of await enterprises(keyTools(app, new Progress()), enterprise)) {
    const tenant = await app.get(Enterprises, { strict: false }).get(enterprise_id);
    const work = () => app.get(Reconcile, { strict: false }).execute(period);
    results.push({ enterprise_id, ...(await workContext.run({ requestId: newId(), tenant, actor: 'cli' }, work)) });
  }
  return results;
}

/** The open breaks for a person. */
export function describeReconciliations(results: readonly Reconciled[]): string {
  const open = results.reduce((sum, { breaks }) => sum + breaks.length, 0);
  const own = results.reduce((sum, each) => sum + each.own, 0);
  const mark = open === 0 ? paint('green', '✔') : paint('red', '✖');
  const head = `${mark} reconcile: ${counted(open, 'break')} open; ${counted(results.length, 'enterprise')}, ${counted(own, 'own instruction')}`;
  const lines = results
    .filter(({ breaks }) => breaks.length > 0)
    .map(({ enterprise_id, breaks }) => {
      const rows = breaks.map(({ kind, end_to_end_id, own: ours, reported }): [string, string] => [
        `${paint('red', kind)} ${end_to_end_id}`,
        `own: ${ours}; reported: ${reported}`,
      ]);
      return `enterprise ${enterprise_id}\n${columns(rows)}`;
    });
  return [head, ...lines].join('\n');
}
