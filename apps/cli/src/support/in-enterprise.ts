import type { INestApplicationContext } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Enterprises, Transactions } from '@payments/persistence';
import { inApplication } from './application.js';
import { CliError, toCliError, UsageError } from './cli.error.js';
import { enterprises } from './keys/tools.js';
import { columns } from './terminal.js';

export interface OfEnterprise {
  readonly enterprise?: string;
  readonly json?: boolean;
}

/** Runs the work as the operator, for one enterprise: the named one, or the only one. */
export async function inEnterprise<Result>(
  { enterprise }: OfEnterprise,
  work: (app: INestApplicationContext) => Promise<Result>,
): Promise<Result> {
  return inApplication(async (app) => {
    const transactions = app.get(Transactions, { strict: false });
    const [id, ...others] = await enterprises({ transactions }, enterprise);
    if (id === undefined) throw new CliError("no enterprise exists yet; create one with 'payments enterprise create'");
    if (others.length > 0)
      throw new UsageError('--enterprise: required because there are several enterprises; pass the id or name of one');
    const tenant = await app.get(Enterprises, { strict: false }).get(id);
    return workContext.run({ requestId: newId(), tenant, actor: 'cli' }, () => work(app));
  }).catch((error: unknown) => {
    throw toCliError(error);
  });
}

/** The id of the enterprise with this id or name. @throws UsageError when there is none. */
export async function enterpriseOf(app: INestApplicationContext, name: string, option?: string): Promise<string> {
  const [id] = await enterprises({ transactions: app.get(Transactions, { strict: false }) }, name, option);
  return id!;
}

/** Prints the result of a command: JSON, or for a person one line per value, and one per row of a list. */
export function print(result: object, { json = false }: OfEnterprise): void {
  const text = json ? JSON.stringify(result, null, 2) : columns(rowsOf(result), '');
  process.stdout.write(`${text}\n`);
}

function rowsOf(result: object): [string, string][] {
  return Object.entries(result).flatMap(([name, value]): [string, string][] => {
    if (!Array.isArray(value) && typeof value === 'object' && value !== null) return rowsOf(value as object);
    if (!Array.isArray(value) || typeof value[0] !== 'object') return [[name, String(value)]];
    return (value as object[]).map((row) => {
      const [[, first], ...rest] = rowsOf(row) as [[string, string], ...[string, string][]];
      return [first, rest.map(([key, text]) => `${key} ${text}`).join('  ')];
    });
  });
}
