import { Injectable } from '@nestjs/common';
import { newId, UnitOfWork } from '@payments/kernel';
import { Sweeps } from '@payments/messaging';
import type { Sweep } from '@payments/messaging';
import { Log, workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { Profiles, RailResults } from '@payments/rails';
import type { StoredResult } from '@payments/rails';
import type { ReportedResult } from '../../application/ports.js';
import { ReceiveResults } from '../../application/receive-results.js';

const NAME = 'bank-results';
const AT_ONCE = 500;

/** Hands the results of files to the inbox of each enterprise, in the transaction that marks them as reported. */
@Injectable()
@Sweeps({ name: NAME })
export class BankResultsSweep implements Sweep {
  constructor(
    private readonly profiles: Profiles,
    private readonly results: RailResults,
    private readonly receiveResults: ReceiveResults,
    private readonly enterprises: Enterprises,
    private readonly unitOfWork: UnitOfWork,
    private readonly log: Log,
  ) {}

  async sweep(): Promise<boolean> {
    if (this.profiles.connections.length === 0) return false;
    let more = false;
    for (const enterpriseId of await this.results.enterprisesWithUnreported()) {
      more = (await this.report(enterpriseId)) || more;
    }
    return more;
  }

  // An enterprise whose results cannot be stored must not delay the others.
  private async report(enterpriseId: string): Promise<boolean> {
    try {
      const tenant = await this.enterprises.get(enterpriseId);
      const context = { requestId: newId(), tenant, actor: NAME };
      return await workContext.run(context, () => this.unitOfWork.run(() => this.reportSome()));
    } catch (error) {
      this.log.warn('bank_results_not_reported', { enterprise_id: enterpriseId, error });
      return false;
    }
  }

  private async reportSome(): Promise<boolean> {
    const results = await this.results.takeUnreported(AT_ONCE);
    if (results.length === 0) return false;
    const { reused } = await this.receiveResults.execute(results.map(reportedResult));
    if (reused.size > 0) throw new Error(`${reused.size} keys of results belong to results of another processor`);
    await this.results.markReported(results.map(({ id }) => id));
    return results.length === AT_ONCE;
  }
}

function reportedResult({ key, end_to_end_id, kind, code, trace, occurred_at, ...rest }: StoredResult): ReportedResult {
  return {
    ...{ processor_result_id: key, end_to_end_id, kind, network_reason_code: code, trace_number: trace, occurred_at },
    ...(rest.retimed && { retimed: rest.retimed }),
    ...(rest.correction && { correction: rest.correction }),
    ...(rest.reason_text && { reason_text: rest.reason_text }),
  };
}
