import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { Cash } from '../../application/ports.js';
import type { CashMovement } from '../../application/ports.js';

// A debit of cash is money that came in.
const CENTS = `CASE WHEN debit_account = 'cash' THEN amount ELSE -amount END`;
const MOVES_CASH = `'cash' IN (debit_account, credit_account)`;

@Injectable()
export class PostgresCash extends Cash {
  async ofSubjects(subjectIds: readonly string[]): Promise<CashMovement[]> {
    const rows = await currentTransaction().query<Omit<CashMovement, 'cents'> & { readonly cents: string }>(
      `SELECT subject_id, leg, attempt, kind, banking_at, ${CENTS} AS cents FROM ledger.entries
       WHERE enterprise_id = $1 AND subject_id = ANY($2::uuid[]) AND ${MOVES_CASH}`,
      [workContext.enterpriseId(), subjectIds],
      'find-cash-of-subjects',
    );
    return rows.map((row) => ({ ...row, cents: BigInt(row.cents) }));
  }

  async before(bankingAt: Date, postedSince: Date): Promise<bigint> {
    const [row] = await currentTransaction().query<{ readonly cents: string }>(
      `SELECT coalesce((SELECT -balance FROM ledger.balances WHERE enterprise_id = $1 AND account = 'cash'), 0)
         - coalesce((SELECT sum(${CENTS}) FROM ledger.entries
           WHERE enterprise_id = $1 AND created_at >= $3 AND banking_at >= $2 AND ${MOVES_CASH}), 0) AS cents`,
      [workContext.enterpriseId(), bankingAt, postedSince],
      'find-cash-before',
    );
    return BigInt(row!.cents);
  }
}
