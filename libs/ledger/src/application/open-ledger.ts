import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { ProvisionsEnterprise } from '@payments/persistence';
import type { Tenant } from '@payments/observability';
import type { EnterpriseProvisioner } from '@payments/persistence';
import { adjustment, SANDBOX_OPENING_CENTS } from '../domain/opening.js';
import { Ledger } from './ports.js';

/**
 * Opens the ledger of a new enterprise: with test money in the sandbox, empty in production. If a task did so later, the
 * first payout would fail.
 */
@ProvisionsEnterprise()
@Injectable()
export class OpenLedger implements EnterpriseProvisioner {
  constructor(
    private readonly ledger: Ledger,
    private readonly clock: Clock,
  ) {}

  async open({ enterpriseId, environment }: Tenant): Promise<void> {
    await this.ledger.open();
    if (environment === 'production') return;
    const occasion = { subject_id: enterpriseId, kind: 'sandbox_opening', now: this.clock.now() };
    await this.ledger.post(adjustment(0n, SANDBOX_OPENING_CENTS, occasion));
  }
}
