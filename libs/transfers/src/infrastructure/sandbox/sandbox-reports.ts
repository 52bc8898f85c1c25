import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { ProcessorReports } from '../../application/ports.js';
import type { ReportLine } from '../../application/ports.js';
import type { Period } from '../../domain/reconciliation.js';

type ReportRow = Omit<ReportLine, 'amount'> & { readonly amount: string };

// An instruction was accepted at the time of its first result, reported or not. Its status is the last reported result. A
// notification of change does not change it.
const REPORT = `
  SELECT i.end_to_end_id, i.rail, i.side, i.amount, coalesce(last.status, 'accepted') AS status,
    coalesce(last.due_at, first.due_at) AS occurred_at
  FROM sandbox.instructions i
  JOIN (
    SELECT end_to_end_id, min(due_at) AS due_at,
      bool_or(reported_at IS NOT NULL AND due_at >= $2 AND due_at < $3) AS has_news
    FROM sandbox.planned_results WHERE enterprise_id = $1 GROUP BY end_to_end_id) AS first
    ON first.end_to_end_id = i.end_to_end_id
  LEFT JOIN LATERAL (
    SELECT CASE kind WHEN 'rejected' THEN 'failed' ELSE kind END AS status, due_at
    FROM sandbox.planned_results p
    WHERE p.enterprise_id = $1 AND p.end_to_end_id = i.end_to_end_id AND p.reported_at IS NOT NULL
      AND p.kind <> 'notification_of_change'
    ORDER BY array_position(ARRAY['accepted', 'settled', 'rejected', 'returned'], p.kind) DESC LIMIT 1) AS last ON true
  WHERE i.enterprise_id = $1 AND (first.has_news OR (first.due_at >= $2 AND first.due_at < $3))
  ORDER BY i.end_to_end_id`;

/** The books of the sandbox network. */
@Injectable()
export class SandboxReports extends ProcessorReports {
  constructor(private readonly unitOfWork: UnitOfWork) {
    super();
  }

  report({ from, to }: Period): Promise<ReportLine[]> {
    return this.unitOfWork.run(async () => {
      const values = [workContext.enterpriseId(), from, to];
      const rows = await currentTransaction().query<ReportRow>(REPORT, values);
      return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
    });
  }
}
