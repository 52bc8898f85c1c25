import type { INestApplicationContext } from '@nestjs/common';
import { Transactions } from '@payments/persistence';
import { CliError, UsageError } from '../cli.error.js';
import { enterprises } from '../keys/tools.js';
import { plain, table } from '../terminal.js';
import type { Inspection } from './inspections.table.js';

type Value = string | number | boolean | Date | null;
export type InspectedRow = Readonly<Record<string, Value>>;

const HIDDEN =
  "the database hides other sessions and standbys from the service; as a superuser, run 'GRANT pg_monitor TO payments_relay', or grant the owner pg_monitor WITH ADMIN OPTION and run 'payments migrate'";

/**
 * The rows of an inspection; those of enterprises begin with its id.
 * @throws CliError where the database would hide the rows instead of refusing them
 */
export async function inspect(
  app: INestApplicationContext,
  { of, sql }: Inspection,
  enterprise?: string,
): Promise<InspectedRow[]> {
  const transactions = app.get(Transactions, { strict: false });
  if (of === 'server') {
    if (enterprise !== undefined) throw new UsageError('--enterprise: the server is the same for all; leave it out');
    return transactions.run({ role: 'relay' }, async (transaction) => {
      const [may] = await transaction.query<{ monitor: boolean }>(
        `SELECT pg_has_role('pg_monitor', 'USAGE') AS monitor`,
      );
      if (may?.monitor !== true) throw new CliError(HIDDEN);
      return transaction.query<InspectedRow>(sql);
    });
  }
  const rows: InspectedRow[] = [];
  for (const enterpriseId of await enterprises({ transactions }, enterprise)) {
    const found = await transactions.run({ role: 'app', enterpriseId }, (transaction) =>
      transaction.query<InspectedRow>(sql, [enterpriseId]),
    );
    rows.push(...found.map((row) => ({ enterprise_id: enterpriseId, ...row })));
  }
  return rows;
}

export function describeRows(rows: readonly InspectedRow[]): string {
  if (rows.length === 0) return 'nothing to show';
  const headings = Object.keys(rows[0]!);
  return table([headings, ...rows.map((row) => headings.map((heading) => shown(row[heading])))]);
}

function shown(value: Value | undefined): string {
  if (value === null || value === undefined) return '-';
  return value instanceof Date ? value.toISOString() : plain(String(value));
}
