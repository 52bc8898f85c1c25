import { Injectable } from '@nestjs/common';
import { Recent } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import type { Limit } from '../domain/limit.js';
import { Limits } from './ports.js';

/** The limits of enterprises: a change reaches every process within three seconds. */
@Injectable()
export class LimitCache {
  private readonly cache: Recent<readonly Limit[]>;

  constructor(limits: Limits) {
    this.cache = new Recent(() => limits.list());
  }

  /** Of the current tenant, in the current unit of work; disabled ones too, of which transfers may have used something. */
  get(): Promise<readonly Limit[]> {
    return this.cache.get(workContext.enterpriseId());
  }

  /** Reads them again in this process once the current unit of work is committed. */
  forgetAfterCommit(): void {
    const enterpriseId = workContext.enterpriseId();
    currentTransaction().afterCommit(() => this.cache.forget(enterpriseId));
  }
}
