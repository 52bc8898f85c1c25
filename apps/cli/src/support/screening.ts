import type { INestApplicationContext } from '@nestjs/common';
import { ScreeningRuns } from '@payments/customers';
import type { ScreeningRun } from '@payments/customers';
import { newId, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Enterprises, Transactions } from '@payments/persistence';
import { enterprises } from './keys/tools.js';
import { table } from './terminal.js';

type RunOf = Omit<ScreeningRun, 'last_customer_id'> & { readonly enterprise_id: string };

const HEADINGS = ['enterprise', 'list', 'in place', 'screened', 'matched', 'state'];
const DIGEST_SHOWN = 12;

/** The screening of all enterprises, or of the named one. @throws CliError when there is no such enterprise. */
export async function readRuns(app: INestApplicationContext, enterprise?: string): Promise<RunOf[]> {
  const get = <T>(type: abstract new (...args: never[]) => T) => app.get<T>(type, { strict: false });
  const runs: RunOf[] = [];
  for (const enterprise_id of await enterprises({ transactions: get(Transactions) }, enterprise)) {
    const tenant = await get(Enterprises).get(enterprise_id);
    const run = await workContext.run({ requestId: newId(), tenant, actor: 'cli' }, () =>
      get(UnitOfWork).run(() => get(ScreeningRuns).current()),
    );
    if (run === undefined) continue;
    const { last_customer_id: _, ...shown } = run;
    runs.push({ enterprise_id, ...shown });
  }
  return runs;
}

export function describeRuns(runs: readonly RunOf[]): string {
  if (runs.length === 0) return 'no active screening list; start a worker with VERIFICATION_PROVIDER=rules to load one';
  const rows = runs.map(({ enterprise_id, list_digest, list_placed_at, customers, screened, matched, finished_at }) => [
    enterprise_id,
    list_digest.slice(0, DIGEST_SHOWN),
    list_placed_at.toISOString(),
    `${screened} of ${customers ?? '?'}`,
    String(matched),
    finished_at === null ? 'running' : `finished ${finished_at.toISOString()}`,
  ]);
  return table([HEADINGS, ...rows]);
}
