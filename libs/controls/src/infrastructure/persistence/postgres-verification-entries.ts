import { Injectable } from '@nestjs/common';
import { dateOfDay, dayNumber, newYorkInstant } from '@payments/kernel';
import type { BankingDate } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { VerificationEntries } from '../../application/ports.js';
import type { VerificationCounts } from '../../domain/return-rates.js';

const COUNTS = `
  SELECT count(*)::int AS entries,
    count(*) FILTER (WHERE return_code IS NOT NULL AND return_code !~ '^R[67]')::int AS returned
  FROM verify.entries WHERE enterprise_id = $1 AND submitted_at >= $2 AND submitted_at < $3`;

@Injectable()
export class PostgresVerificationEntries extends VerificationEntries {
  async count({ from, to }: { readonly from: BankingDate; readonly to: BankingDate }): Promise<VerificationCounts> {
    const dayAfter = dateOfDay(dayNumber(to) + 1);
    const [counts] = await currentTransaction().query<VerificationCounts>(
      COUNTS,
      [workContext.enterpriseId(), newYorkInstant(from, '00:00'), newYorkInstant(dayAfter, '00:00')],
      'count-verification-entries',
    );
    return counts!;
  }
}
