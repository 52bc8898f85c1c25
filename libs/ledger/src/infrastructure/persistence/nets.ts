import type { Transaction } from '@payments/persistence';
import { placeIn } from './recompute.js';

/** By place: the account alone in the enterprise's own book, else `book/account`. */
type Net = Map<string, bigint>;

interface NetRow {
  readonly subject_id: string;
  readonly place: string;
  readonly net: string;
}

/** The net of the entries of subjects by place, as credits minus debits; places at zero are omitted. */
export async function netsOf(
  transaction: Pick<Transaction, 'query'>,
  enterpriseId: string,
  subjectIds: readonly string[],
): Promise<Map<string, Net>> {
  const rows = await transaction.query<NetRow>(
    `SELECT subject_id, place, sum(cents) AS net FROM (
       SELECT subject_id, ${placeIn('debit_book', 'debit_account')} AS place, -amount AS cents FROM ledger.entries
         WHERE enterprise_id = $1 AND subject_id = ANY($2::uuid[])
       UNION ALL SELECT subject_id, ${placeIn('credit_book', 'credit_account')}, amount FROM ledger.entries
         WHERE enterprise_id = $1 AND subject_id = ANY($2::uuid[])) AS movements
     GROUP BY subject_id, place HAVING sum(cents) <> 0`,
    [enterpriseId, subjectIds],
  );
  const nets = new Map(subjectIds.map((id): [string, Net] => [id, new Map<string, bigint>()]));
  for (const { subject_id, place, net } of rows) nets.get(subject_id)!.set(place, BigInt(net));
  return nets;
}

/** The subjects of the entries of legs that were made after an id. */
export async function legSubjectsSince(
  transaction: Pick<Transaction, 'query'>,
  enterpriseId: string,
  after: string,
): Promise<string[]> {
  const rows = await transaction.query<{ subject_id: string }>(
    `SELECT DISTINCT subject_id FROM ledger.entries WHERE enterprise_id = $1 AND id > $2 AND leg <> 'none'`,
    [enterpriseId, after],
  );
  return rows.map(({ subject_id }) => subject_id);
}
