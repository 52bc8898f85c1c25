import { Injectable } from '@nestjs/common';
import { HandlesTasks } from '@payments/messaging';
import type { Claim, TaskHandler } from '@payments/messaging';
import { CreateTransfers } from '../../application/create-transfers.js';
import { EndBulk } from '../../application/end-bulk.js';
import { bulkQueues } from '../../application/queues.js';
import { StartBulk } from '../../application/start-bulk.js';
import { ValidateBulk } from '../../application/validate-bulk.js';

// A part may have thousands of rows, each of which may be refused for a reason of its own.
@Injectable()
@HandlesTasks({ queue: bulkQueues.validation, batchSize: 1, concurrency: 1, leaseSeconds: 300 })
export class BulkValidationHandler implements TaskHandler {
  constructor(private readonly validateBulk: ValidateBulk) {}

  handle(claim: Claim): Promise<void> {
    return this.validateBulk.execute(claim);
  }
}

@Injectable()
@HandlesTasks({ queue: bulkQueues.starts, batchSize: 1, concurrency: 1, leaseSeconds: 60 })
export class BulkStartsHandler implements TaskHandler {
  constructor(private readonly startBulk: StartBulk) {}

  handle(claim: Claim): Promise<void> {
    return this.startBulk.execute(claim);
  }
}

@Injectable()
@HandlesTasks({ queue: bulkQueues.creation, batchSize: 1, concurrency: 2, leaseSeconds: 60 })
export class BulkCreationHandler implements TaskHandler {
  constructor(private readonly createTransfers: CreateTransfers) {}

  handle(claim: Claim): Promise<void> {
    return this.createTransfers.execute(claim);
  }
}

@Injectable()
@HandlesTasks({ queue: bulkQueues.ends, batchSize: 10, concurrency: 1, leaseSeconds: 60 })
export class BulkEndHandler implements TaskHandler {
  constructor(private readonly endBulk: EndBulk) {}

  handle(claim: Claim): Promise<void> {
    return this.endBulk.execute(claim);
  }
}
