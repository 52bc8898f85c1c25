import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import type { EnterpriseKeypairState } from '../domain/enterprise-keypair.js';
import { EnterpriseKeypairs, KeypairFactory } from './ports.js';

/** The enterprise's key pair, created on first use. Of concurrent callers the first one wins; all get its pair. */
@Injectable()
export class ProvideEnterpriseKeypair {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly keypairs: EnterpriseKeypairs,
    private readonly factory: KeypairFactory,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<EnterpriseKeypairState> {
    const known = await this.unitOfWork.run(() => this.keypairs.find());
    if (known !== undefined) return known;
    // Outside of a transaction: generating an RSA key can take half a second.
    const made = await this.factory.create(workContext.enterpriseId(), this.clock.now());
    return this.unitOfWork.run(() => this.keypairs.addIfAbsent(made));
  }
}
