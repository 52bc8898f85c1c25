import { Injectable } from '@nestjs/common';
import { HandlesTasks } from '@payments/messaging';
import type { Claim, TaskHandler } from '@payments/messaging';
import { VERIFICATION_QUEUE } from '../../application/account-outbox.js';
import { VerifyAccounts } from '../../application/verify-accounts.js';

/** Verifies external accounts that are new or have new details. */
@Injectable()
@HandlesTasks({ queue: VERIFICATION_QUEUE, batchSize: 50, concurrency: 4, leaseSeconds: 60 })
export class AccountVerificationHandler implements TaskHandler {
  constructor(private readonly verifyAccounts: VerifyAccounts) {}

  handle(claim: Claim): Promise<void> {
    return this.verifyAccounts.execute(claim);
  }
}
