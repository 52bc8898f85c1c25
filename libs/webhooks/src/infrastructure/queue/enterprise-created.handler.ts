import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { ENTERPRISE_CREATED, HandlesTasks } from '@payments/messaging';
import type { Claim, TaskHandler } from '@payments/messaging';
import { ProvideEnterpriseKeypair } from '../../application/provide-enterprise-keypair.js';

/** Creates a new enterprise's key pair, unless an earlier request already did. */
@Injectable()
@HandlesTasks({ queue: ENTERPRISE_CREATED, batchSize: 1, concurrency: 1, leaseSeconds: 60 })
export class EnterpriseCreatedHandler implements TaskHandler {
  constructor(
    private readonly provideKeypair: ProvideEnterpriseKeypair,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async handle(claim: Claim): Promise<void> {
    await this.provideKeypair.execute();
    await this.unitOfWork.run(() => claim.complete());
  }
}
