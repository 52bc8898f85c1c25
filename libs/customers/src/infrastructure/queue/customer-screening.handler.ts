import { Injectable } from '@nestjs/common';
import { HandlesTasks } from '@payments/messaging';
import type { Claim, TaskHandler } from '@payments/messaging';
import { SCREENING_LEASE_SECONDS, SCREENING_QUEUE, ScreenCustomers } from '../../application/screen-customers.js';

/** Screens the verified customers of an enterprise, which is the subject of the task. */
@Injectable()
@HandlesTasks({ queue: SCREENING_QUEUE, batchSize: 1, concurrency: 1, leaseSeconds: SCREENING_LEASE_SECONDS })
export class CustomerScreeningHandler implements TaskHandler {
  constructor(private readonly screenCustomers: ScreenCustomers) {}

  handle(claim: Claim): Promise<void> {
    return this.screenCustomers.execute(claim);
  }
}
