import { Injectable } from '@nestjs/common';
import { MakesChanges } from '@payments/persistence';
import type { ChangeMaker, ControlChange } from '@payments/persistence';
import { ManageLimits } from '../../application/manage-limits.js';
import { ManagePolicies } from '../../application/manage-policies.js';
import type { LimitContent } from '../../domain/limit.js';
import type { PolicyContent } from '../../domain/policy.js';

/** Makes approved changes of policies. */
@MakesChanges({ of: 'policy' })
@Injectable()
export class PolicyChanges implements ChangeMaker {
  constructor(private readonly policies: ManagePolicies) {}

  make(change: ControlChange, requestedBy: string): Promise<unknown> {
    const content = change.content as PolicyContent;
    if (change.action === 'create') return this.policies.create(requestedBy, content, change);
    return this.policies.replace(requestedBy, { id: change.id!, content, approved: change });
  }
}

/** Makes approved changes of limits. */
@MakesChanges({ of: 'limit' })
@Injectable()
export class LimitChanges implements ChangeMaker {
  constructor(private readonly limits: ManageLimits) {}

  make(change: ControlChange, requestedBy: string): Promise<unknown> {
    const content = change.content as LimitContent;
    if (change.action === 'create') return this.limits.create(requestedBy, content, change);
    return this.limits.replace(requestedBy, { id: change.id!, content, approved: change });
  }
}
