import type { INestApplicationContext } from '@nestjs/common';
import { isUuid } from '@payments/kernel';
import { DataKeys, FieldCipher, KeyProvider, Secrets, Transactions } from '@payments/platform';
import { CliError } from '../cli.error.js';
import type { Progress } from './progress.js';

/** What the commands of the key life work with. */
export interface KeyTools {
  readonly transactions: Transactions;
  readonly dataKeys: DataKeys;
  readonly cipher: FieldCipher;
  readonly provider: KeyProvider;
  readonly secrets: Secrets;
  readonly progress: Progress;
}

export function keyTools(app: INestApplicationContext, progress: Progress): KeyTools {
  const get = <T>(type: abstract new (...args: never[]) => T) => app.get<T>(type, { strict: false });
  return {
    transactions: get(Transactions),
    dataKeys: get(DataKeys),
    cipher: get(FieldCipher),
    provider: get(KeyProvider),
    secrets: get(Secrets),
    progress,
  };
}

/**
 * The enterprises of this deployment, or the one that is asked for. The directory of credentials is the one place
 * that names them all to a role; each has credentials from the transaction that made it.
 * @throws CliError when there is no such enterprise.
 */
export async function enterprises({ transactions }: Pick<KeyTools, 'transactions'>, only?: string): Promise<string[]> {
  const rows = await transactions.run({ role: 'auth' }, (transaction) =>
    transaction.query<{ id: string }>(
      `SELECT DISTINCT enterprise_id AS id FROM auth.credential_directory ORDER BY enterprise_id`,
    ),
  );
  const all = rows.map(({ id }) => id);
  if (only === undefined) return all;
  const wanted = only.toLowerCase();
  if (!isUuid(wanted) || !all.includes(wanted)) {
    throw new CliError(`--enterprise: there is no enterprise ${only}; take the id that 'enterprise create' printed`);
  }
  return [wanted];
}
