import { Injectable } from '@nestjs/common';
import { HandlesTasks } from '@payments/messaging';
import type { Claim, TaskHandler } from '@payments/messaging';
import { AcceptTransfers } from '../../application/accept-transfers.js';
import { ApplyResults } from '../../application/apply-results.js';
import { EndHolds } from '../../application/end-holds.js';
import { transferQueues } from '../../application/queues.js';
import { SubmitLegs } from '../../application/submit-legs.js';

@Injectable()
@HandlesTasks({ queue: transferQueues.acceptance, batchSize: 100, concurrency: 4, leaseSeconds: 30 })
export class AcceptanceHandler implements TaskHandler {
  constructor(private readonly acceptTransfers: AcceptTransfers) {}

  handle(claim: Claim): Promise<void> {
    return this.acceptTransfers.execute(claim);
  }
}

@Injectable()
@HandlesTasks({ queue: transferQueues.submissions, batchSize: 500, concurrency: 4, leaseSeconds: 45 })
export class SubmissionHandler implements TaskHandler {
  constructor(private readonly submitLegs: SubmitLegs) {}

  handle(claim: Claim): Promise<void> {
    return this.submitLegs.execute(claim);
  }
}

@Injectable()
@HandlesTasks({ queue: transferQueues.holds, batchSize: 200, concurrency: 2, leaseSeconds: 30 })
export class HoldEndHandler implements TaskHandler {
  constructor(private readonly endHolds: EndHolds) {}

  handle(claim: Claim): Promise<void> {
    return this.endHolds.execute(claim);
  }
}

@Injectable()
@HandlesTasks({ queue: transferQueues.results, batchSize: 200, concurrency: 4, leaseSeconds: 30 })
export class ResultsHandler implements TaskHandler {
  constructor(private readonly applyResults: ApplyResults) {}

  handle(claim: Claim): Promise<void> {
    return this.applyResults.execute(claim);
  }
}
