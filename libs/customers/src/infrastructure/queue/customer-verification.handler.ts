import { Injectable } from '@nestjs/common';
import { HandlesTasks } from '@payments/messaging';
import type { Claim, TaskHandler } from '@payments/messaging';
import { VERIFICATION_QUEUE } from '../../application/customer-outbox.js';
import { VerifyCustomers } from '../../application/verify-customers.js';

/** Verifies persons and businesses that are new or have a changed identity. */
@Injectable()
@HandlesTasks({ queue: VERIFICATION_QUEUE, batchSize: 50, concurrency: 4, leaseSeconds: 60 })
export class CustomerVerificationHandler implements TaskHandler {
  constructor(private readonly verifyCustomers: VerifyCustomers) {}

  handle(claim: Claim): Promise<void> {
    return this.verifyCustomers.execute(claim);
  }
}
