import type { INestApplicationContext } from '@nestjs/common';
import { DataKeys, FieldCipher, KeyProvider, SealedColumns, Secrets, Transactions } from '@payments/persistence';
import type { KeyProgress, KeyTools } from '@payments/persistence';
import { namesNothing } from '../cli.error.js';

/** The tools for work on keys, from a command's application. */
export function keyTools(app: INestApplicationContext, progress: KeyProgress): KeyTools {
  const get = <T>(type: abstract new (...args: never[]) => T) => app.get<T>(type, { strict: false });
  return {
    transactions: get(Transactions),
    dataKeys: get(DataKeys),
    cipher: get(FieldCipher),
    provider: get(KeyProvider),
    secrets: get(Secrets),
    sealed: get(SealedColumns),
    progress,
  };
}

/**
 * The enterprises of this deployment, or the one with this id or name. The directory of credentials is the only place
 * where one role sees them all; each has credentials from the transaction that created it.
 * @throws UsageError when there is no such enterprise.
 */
export async function enterprises(
  { transactions }: Pick<KeyTools, 'transactions'>,
  only?: string,
  option = '--enterprise',
): Promise<string[]> {
  const rows = await transactions.run({ role: 'auth' }, (transaction) =>
    transaction.query<{ id: string }>(
      `SELECT DISTINCT enterprise_id AS id FROM auth.credential_directory ORDER BY enterprise_id`,
    ),
  );
  const all = rows.map(({ id }) => id);
  if (only === undefined) return all;
  const byId = all.find((id) => id === only.toLowerCase());
  if (byId !== undefined) return [byId];
  const names: string[] = [];
  for (const id of all) {
    const name = await nameOf(transactions, id);
    if (name === only) return [id];
    names.push(name ?? id);
  }
  const known = { given: only, names, command: 'enterprise list' };
  throw namesNothing(option, 'enterprise has the id or name', known);
}

// Row-level security shows a name only to its own enterprise.
async function nameOf(transactions: Transactions, enterpriseId: string): Promise<string | undefined> {
  const [row] = await transactions.run({ role: 'app', enterpriseId }, (transaction) =>
    transaction.query<{ name: string }>('SELECT name FROM platform.enterprises WHERE enterprise_id = $1', [
      enterpriseId,
    ]),
  );
  return row?.name;
}
