import { Injectable } from '@nestjs/common';
import { Recent } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import type { Policy } from '../domain/policy.js';
import { Policies } from './ports.js';

/** The enabled policies of enterprises: a change reaches every process within three seconds. */
@Injectable()
export class PolicyCache {
  private readonly cache: Recent<readonly Policy[]>;

  constructor(policies: Policies) {
    this.cache = new Recent(async () => (await policies.list()).filter(({ enabled }) => enabled));
  }

  /** Of the current tenant, in the current unit of work. */
  get(): Promise<readonly Policy[]> {
    return this.cache.get(workContext.enterpriseId());
  }

  /** Reads them again in this process once the current unit of work is committed. */
  forgetAfterCommit(): void {
    const enterpriseId = workContext.enterpriseId();
    currentTransaction().afterCommit(() => this.cache.forget(enterpriseId));
  }
}
