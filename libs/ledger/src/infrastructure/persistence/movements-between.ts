import type { Transaction } from '@payments/persistence';
import { placeKey } from '../../domain/books.js';
import type { PlaceMovement } from '../../domain/movements.js';

/** Positions that one statement adds up. */
const STEP = 20_000n;

const SUMS = `
  SELECT book, account, sum(cents)::text AS cents FROM (
    SELECT debit_book AS book, debit_account AS account, -amount AS cents FROM ledger.entries
      WHERE enterprise_id = $1 AND position > $2 AND position <= $3
    UNION ALL SELECT credit_book, credit_account, amount FROM ledger.entries
      WHERE enterprise_id = $1 AND position > $2 AND position <= $3) AS moved
  GROUP BY book, account`;

type MovementRow = Omit<PlaceMovement, 'cents'> & { readonly cents: string };

/** What the entries after one position, up to another, moved, by place. In steps of bounded size. */
export async function movementsBetween(
  transaction: Pick<Transaction, 'query'>,
  enterpriseId: string,
  { after, upTo }: { readonly after: bigint; readonly upTo: bigint },
): Promise<PlaceMovement[]> {
  const moved = new Map<string, PlaceMovement>();
  for (let from = after; from < upTo; from += STEP) {
    const to = from + STEP < upTo ? from + STEP : upTo;
    const rows = await transaction.query<MovementRow>(
      SUMS,
      [enterpriseId, String(from), String(to)],
      'sum-movements-of-positions',
    );
    for (const { cents, ...place } of rows) {
      const key = placeKey(place);
      moved.set(key, { ...place, cents: (moved.get(key)?.cents ?? 0n) + BigInt(cents) });
    }
  }
  return [...moved.values()];
}
