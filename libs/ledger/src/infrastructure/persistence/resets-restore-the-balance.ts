import { idBefore } from '@payments/kernel';
import { LATE_COMMIT_MS } from '@payments/messaging';
import type { Invariant, InvariantScope, Violation } from '@payments/persistence';
import { OWN_BOOK } from '../../domain/books.js';
import { SANDBOX_OPENING_CENTS } from '../../domain/opening.js';

const STEP = 20_000;

const movedBy = (side: 'debit' | 'credit') =>
  `CASE WHEN (${side}_account, ${side}_book) = ('available', '${OWN_BOOK}') THEN amount ELSE 0 END`;

// The resets of a step, and its last entry.
const MOVED = `
  SELECT id, kind = 'sandbox_reset' AS is_reset, position::text, moved::text FROM (
    SELECT id, kind, position, sum(${movedBy('credit')} - ${movedBy('debit')}) OVER (ORDER BY position) AS moved,
      lead(position) OVER (ORDER BY position) IS NULL AS is_last
    FROM ledger.entries WHERE enterprise_id = $1 AND position > $2 AND position <= $2 + ${STEP}) AS step
  WHERE kind = 'sandbox_reset' OR is_last ORDER BY position`;

const BEFORE_ALL = { after: '0', balance: 0n };

interface Moved {
  readonly id: string;
  readonly is_reset: boolean;
  readonly position: string;
  readonly moved: string;
}

/** After which position to begin, and the balance there: after a reset that was looked at before it is the initial one. */
async function startOf({ transaction, enterpriseId, since }: InvariantScope) {
  const [row] = await transaction.query<{ first: string | null }>(
    `SELECT min(position)::text AS first FROM ledger.entries
     WHERE enterprise_id = $1 AND id > $2 AND kind = 'sandbox_reset'`,
    [enterpriseId, idBefore(new Date(since === undefined ? 0 : since.getTime() - LATE_COMMIT_MS))],
  );
  const { first } = row!;
  if (first === null || since === undefined) return first === null ? undefined : BEFORE_ALL;
  const [before] = await transaction.query<{ after: string }>(
    `SELECT position::text AS after FROM ledger.entries
     WHERE enterprise_id = $1 AND position < $2 AND kind = 'sandbox_reset' ORDER BY position DESC LIMIT 1`,
    [enterpriseId, first],
  );
  return before === undefined ? BEFORE_ALL : { ...before, balance: SANDBOX_OPENING_CENTS };
}

/** Looks at the resets since the last check; nightly at all. */
export const resetsRestoreTheBalance: Invariant = {
  name: 'resets-restore-the-balance',
  rule: 'after a reset of the sandbox its available balance is the initial one',
  find: async (scope) => {
    const start = await startOf(scope);
    if (start === undefined) return [];
    const violations: Violation[] = [];
    let { after, balance } = start;
    for (;;) {
      const rows = await scope.transaction.query<Moved>(MOVED, [scope.enterpriseId, after], 'sum-until-resets');
      const last = rows.at(-1);
      if (last === undefined) return violations;
      for (const { id, is_reset, moved } of rows) {
        const found = balance + BigInt(moved);
        if (is_reset && found !== SANDBOX_OPENING_CENTS)
          violations.push({ subject: id, message: `it left an available balance of ${found}` });
      }
      [after, balance] = [last.position, balance + BigInt(last.moved)];
    }
  },
};
