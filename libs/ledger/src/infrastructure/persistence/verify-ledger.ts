import { Injectable } from '@nestjs/common';
import { databaseTime, Transactions } from '@payments/persistence';
import type { LedgerCheck, LedgerFinding, Recomputation } from '../../application/checks.js';
import { recompute } from './recompute.js';

export interface LedgerReport extends Recomputation {
  readonly enterprise_id: string;
  readonly findings: readonly (LedgerFinding & { readonly check: string })[];
}

export interface Verification {
  readonly enterpriseId: string;
  readonly checks: readonly LedgerCheck[];
  /** Called after each step with the number of entries read. */
  readonly onEntries: (entries: number) => void;
}

/** Recomputes the balances of one enterprise and runs checks on it, while the service runs. */
@Injectable()
export class VerifyLedger {
  constructor(private readonly transactions: Transactions) {}

  execute({ enterpriseId, checks, onEntries }: Verification): Promise<LedgerReport> {
    return this.transactions.run({ role: 'maintenance', enterpriseId }, async (transaction) => {
      // A snapshot of balances and entries, however long this reads and whatever is posted meanwhile.
      await transaction.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      const recomputation = await recompute({ transaction, enterpriseId, onEntries });
      const now = await databaseTime(transaction);
      const findings: LedgerReport['findings'][number][] = [];
      for (const check of checks) {
        const found = await check.find({ enterpriseId, transaction, now, recomputation });
        findings.push(...found.map((finding) => ({ check: check.name, ...finding })));
      }
      return { enterprise_id: enterpriseId, ...recomputation, findings };
    });
  }
}
