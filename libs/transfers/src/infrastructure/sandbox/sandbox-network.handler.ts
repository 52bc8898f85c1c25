import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { currentTransaction, HandlesTasks } from '@payments/platform';
import type { Claim, TaskHandler } from '@payments/platform';
import { ReceiveResults } from '../../application/receive-results.js';
import type { ProcessorResult } from '../../domain/leg.js';
import { SANDBOX_QUEUE } from './sandbox-processor.js';

/**
 * Tells the results whose time has come, through the same door as any processor, and as badly as a real one may: in
 * reverse order, and everything twice.
 */
@Injectable()
@HandlesTasks({ queue: SANDBOX_QUEUE, batchSize: 200, concurrency: 2, leaseSeconds: 30 })
export class SandboxNetworkHandler implements TaskHandler {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly receiveResults: ReceiveResults,
  ) {}

  handle(claim: Claim): Promise<void> {
    return this.unitOfWork.run(async () => {
      const results = await currentTransaction().query<ProcessorResult>(
        `SELECT p.id AS processor_result_id, p.end_to_end_id, p.kind, p.network_reason_code, i.trace_number,
           p.due_at AS occurred_at
         FROM sandbox.planned_results p
         JOIN sandbox.instructions i ON i.enterprise_id = p.enterprise_id AND i.end_to_end_id = p.end_to_end_id
         WHERE p.enterprise_id = $1 AND p.id = ANY($2::uuid[]) ORDER BY p.due_at DESC`,
        [claim.enterpriseId, claim.subjectIds],
      );
      await this.receiveResults.execute(results);
      await this.receiveResults.execute(results);
      await claim.complete();
    });
  }
}
