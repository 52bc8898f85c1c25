import { Injectable } from '@nestjs/common';
import { AccountDetailsReader } from '@payments/accounts';
import { Clock, UnitOfWork } from '@payments/kernel';
import { HandlesTasks } from '@payments/messaging';
import { currentTransaction } from '@payments/persistence';
import type { Claim, TaskHandler } from '@payments/messaging';
import { Transfers } from '../../application/ports.js';
import type { ReportedResult } from '../../application/ports.js';
import { ReceiveResults } from '../../application/receive-results.js';
import { legIdOf } from '../../domain/leg.js';
import { correctionFor } from './corrections.js';
import { SANDBOX_QUEUE } from './sandbox-processor.js';

/**
 * Reports the results that are due, through the same port as any processor, and as badly as a real one may: in reverse
 * order, and everything twice.
 */
@Injectable()
@HandlesTasks({ queue: SANDBOX_QUEUE, batchSize: 200, concurrency: 2, leaseSeconds: 30 })
export class SandboxNetworkHandler implements TaskHandler {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly receiveResults: ReceiveResults,
    private readonly transfers: Transfers,
    private readonly accounts: AccountDetailsReader,
    private readonly clock: Clock,
  ) {}

  handle(claim: Claim): Promise<void> {
    return this.unitOfWork.run(async () => {
      const planned = await currentTransaction().query<ReportedResult>(
        `UPDATE sandbox.planned_results p SET reported_at = $3 FROM sandbox.instructions i
         WHERE p.enterprise_id = $1 AND p.id = ANY($2::uuid[])
           AND i.enterprise_id = $1 AND i.end_to_end_id = p.end_to_end_id
         RETURNING p.id AS processor_result_id, p.end_to_end_id, p.kind, p.network_reason_code, i.trace_number,
           p.due_at AS occurred_at`,
        [claim.enterpriseId, claim.subjectIds, this.clock.now()],
        'report-results',
      );
      const results = await this.withCorrections(planned);
      results.sort((a, b) => b.occurred_at.getTime() - a.occurred_at.getTime());
      await this.receiveResults.execute(results);
      await this.receiveResults.execute(results);
      await claim.complete();
    });
  }

  private async withCorrections(results: readonly ReportedResult[]): Promise<ReportedResult[]> {
    const changes = results.filter(({ kind }) => kind === 'notification_of_change');
    if (changes.length === 0) return [...results];
    const legs = await this.transfers.legs(changes.flatMap(({ end_to_end_id }) => legIdOf(end_to_end_id) ?? []));
    const details = await this.accounts.at(
      legs.map(({ account_id, account_version }) => ({ account_id, details_version: account_version })),
    );
    return results.map((result) => {
      const leg = legs.find(({ id }) => id === legIdOf(result.end_to_end_id));
      const account = details.find(
        (each) => each.account_id === leg?.account_id && each.details_version === leg.account_version,
      );
      if (result.kind !== 'notification_of_change' || account === undefined) return result;
      return { ...result, correction: correctionFor(result.network_reason_code!, account) };
    });
  }
}
