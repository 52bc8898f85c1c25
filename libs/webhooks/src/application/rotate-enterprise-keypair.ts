import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Audit } from '@payments/persistence';
import { EnterpriseKeypairs, KeypairFactory } from './ports.js';
import { toEnterpriseKeypairView } from './get-enterprise-keypair.js';
import type { EnterpriseKeypairView } from './get-enterprise-keypair.js';

/** Gives the enterprise a new key pair, which signs from now on. */
@Injectable()
export class RotateEnterpriseKeypair {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly keypairs: EnterpriseKeypairs,
    private readonly factory: KeypairFactory,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<EnterpriseKeypairView> {
    const enterpriseId = workContext.enterpriseId();
    const made = await this.factory.create(enterpriseId, this.clock.now());
    await this.unitOfWork.run(async () => {
      await this.keypairs.replace(made);
      const subject = { subject_type: 'enterprise', subject_id: enterpriseId };
      await this.audit.record({ action: 'enterprise.keypair_rotated', ...subject });
    });
    return toEnterpriseKeypairView(made);
  }
}
