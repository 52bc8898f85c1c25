import { Injectable } from '@nestjs/common';
import { HandlesTasks } from '@payments/messaging';
import type { Claim, TaskHandler } from '@payments/messaging';
import { ClearProbes } from '../../application/clear-probes.js';
import { ExamineAccounts } from '../../application/examine-accounts.js';
import { ExpireCodes } from '../../application/expire-codes.js';
import { verifyQueues } from '../../application/queues.js';
import { SubmitProbes } from '../../application/submit-probes.js';

@Injectable()
@HandlesTasks({ queue: verifyQueues.examination, batchSize: 50, concurrency: 4, leaseSeconds: 60 })
export class ExaminationHandler implements TaskHandler {
  constructor(private readonly examineAccounts: ExamineAccounts) {}

  handle(claim: Claim): Promise<void> {
    return this.examineAccounts.execute(claim);
  }
}

@Injectable()
@HandlesTasks({ queue: verifyQueues.submissions, batchSize: 200, concurrency: 2, leaseSeconds: 45 })
export class ProbeSubmissionHandler implements TaskHandler {
  constructor(private readonly submitProbes: SubmitProbes) {}

  handle(claim: Claim): Promise<void> {
    return this.submitProbes.execute(claim);
  }
}

@Injectable()
@HandlesTasks({ queue: verifyQueues.clearances, batchSize: 200, concurrency: 2, leaseSeconds: 30 })
export class ClearanceHandler implements TaskHandler {
  constructor(private readonly clearProbes: ClearProbes) {}

  handle(claim: Claim): Promise<void> {
    return this.clearProbes.execute(claim);
  }
}

@Injectable()
@HandlesTasks({ queue: verifyQueues.codes, batchSize: 200, concurrency: 1, leaseSeconds: 30 })
export class CodeEndHandler implements TaskHandler {
  constructor(private readonly expireCodes: ExpireCodes) {}

  handle(claim: Claim): Promise<void> {
    return this.expireCodes.execute(claim);
  }
}
