import { Injectable } from '@nestjs/common';
import { ProvisionsEnterprise } from '@payments/persistence';
import type { EnterpriseProvisioner } from '@payments/persistence';
import type { Tenant } from '@payments/observability';
import { Tasks } from './tasks.js';

/** The queue with one task for each new enterprise, whose subject is the enterprise. */
export const ENTERPRISE_CREATED = 'enterprise-created';

@Injectable()
@ProvisionsEnterprise()
export class AnnounceEnterprise implements EnterpriseProvisioner {
  constructor(private readonly tasks: Tasks) {}

  open({ enterpriseId }: Tenant): Promise<void> {
    return this.tasks.schedule([{ queue: ENTERPRISE_CREATED, subjectId: enterpriseId }]);
  }
}
