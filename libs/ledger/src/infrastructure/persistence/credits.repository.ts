import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction, violatedUnique } from '@payments/persistence';
import { Credits } from '../../application/ports.js';
import type { Credit } from '../../application/ports.js';
import { ledgerErrors } from '../../domain/ledger.errors.js';

@Injectable()
export class CreditsRepository extends Credits {
  async add({ id, amount, reference, created_at }: Credit): Promise<void> {
    const { requestId, actor } = workContext.get();
    try {
      await currentTransaction().query(
        `INSERT INTO ledger.credits (enterprise_id, id, amount, reference, created_by, request_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [workContext.enterpriseId(), id, String(amount), reference, actor ?? '-', requestId, created_at],
      );
    } catch (error) {
      if (violatedUnique(error) === 'credits_reference') throw ledgerErrors.credit_reference_taken();
      throw error;
    }
  }

  async under(references: readonly string[]): Promise<Credit | undefined> {
    const [row] = await currentTransaction().query<Omit<Credit, 'amount'> & { readonly amount: string }>(
      `SELECT id, amount, reference, created_at FROM ledger.credits WHERE enterprise_id = $1 AND reference = ANY($2::text[])
       ORDER BY array_position($2::text[], reference) LIMIT 1`,
      [workContext.enterpriseId(), references],
    );
    return row && { ...row, amount: BigInt(row.amount) };
  }
}
