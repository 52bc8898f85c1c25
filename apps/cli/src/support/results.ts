import type { INestApplicationContext } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Enterprises, Transactions } from '@payments/persistence';
import { ApplyOpenResult, Reconcile, SetAsideResults } from '@payments/transfers';
import type { ResultDecision } from '@payments/transfers';
import { CliError, UsageError } from './cli.error.js';
import { enterprises } from './keys/tools.js';
import { columns, counted } from './terminal.js';

export interface ListedResult {
  readonly id: string;
  readonly state: string;
  readonly enterprise_id: string | null;
  readonly processor_result_id: string | null;
  readonly end_to_end_id: string | null;
  readonly kind: string | null;
  /** The error of a result that was set aside; otherwise the state of its leg. */
  readonly problem: string;
}

/** All processor results of all enterprises that were neither applied nor resolved. */
export async function listResults(app: INestApplicationContext): Promise<ListedResult[]> {
  const aside = await app.get(SetAsideResults, { strict: false }).open();
  const listed = aside.map(({ id, reason, for_enterprise, processor_result_id, end_to_end_id, kind, problem }) => ({
    ...{ id, state: reason, enterprise_id: for_enterprise, processor_result_id, end_to_end_id, kind, problem },
  }));
  const open = await ofEnterprises(app, async (enterprise_id) => {
    const results = await app.get(Reconcile, { strict: false }).openResults();
    return results.map(({ id, state, processor_result_id, end_to_end_id, kind, leg_status }) => ({
      ...{ id, state, enterprise_id, processor_result_id, end_to_end_id, kind },
      problem: leg_status === null ? 'no matching instruction' : `the leg is ${leg_status}`,
    }));
  });
  return [...listed, ...open.flat()];
}

/** @returns how many results that were set aside will be reprocessed. */
export async function rereadResults(app: INestApplicationContext): Promise<number> {
  return (await app.get(SetAsideResults, { strict: false }).reread()).length;
}

/** @returns whether there was such a result. */
export async function dismissResult(app: INestApplicationContext, id: string, reason: string): Promise<boolean> {
  if (await app.get(SetAsideResults, { strict: false }).close(id, reason)) return true;
  const dismissed = await ofEnterprises(app, () => app.get(Reconcile, { strict: false }).dismiss(id, reason));
  return dismissed.includes(true);
}

/** Applies a result that an operator found true. @throws CliError when it cannot be applied. */
export async function applyResult(
  app: INestApplicationContext,
  id: string,
  decision: ResultDecision,
): Promise<'applied' | 'requested'> {
  const apply = () => app.get(ApplyOpenResult, { strict: false }).execute(id, decision);
  const found = await ofEnterprises(app, apply, decision.actor);
  const decided = found.find((each) => each !== undefined);
  if (decided === undefined)
    throw new UsageError(`${id}: no open result has this id; use an id that 'results list' prints`);
  if (decided.outcome === 'refused') throw new CliError(`${id}: ${decided.why}`);
  return decided.outcome;
}

export function describeResults(results: readonly ListedResult[]): string {
  if (results.length === 0) return 'no open processor results';
  const rows = results.map(({ id, state, problem, ...named }): [string, string] => [
    id,
    [
      `${state}: ${problem}`,
      ...Object.entries(named).flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`])),
    ].join('  '),
  ]);
  return `${columns(rows, '')}\n${counted(results.length, 'result')} not applied`;
}

async function ofEnterprises<T>(
  app: INestApplicationContext,
  work: (enterpriseId: string) => Promise<T>,
  actor = 'cli',
): Promise<T[]> {
  const results: T[] = [];
  for (const id of await enterprises({ transactions: app.get(Transactions, { strict: false }) })) {
    const tenant = await app.get(Enterprises, { strict: false }).get(id);
    results.push(await workContext.run({ requestId: newId(), tenant, actor }, () => work(id)));
  }
  return results;
}
