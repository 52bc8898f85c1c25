import { AsyncLocalStorage } from 'node:async_hooks';
import type { WorkSpan } from './work-span.js';
import type { Tenant } from './tenant.js';

/**
 * What is known about the current work: one request, or one job. The guards complete a request's context once the
 * caller is known, so `tenant` and `actor` are writable.
 */
export interface WorkContext {
  readonly requestId: string;
  tenant?: Tenant;
  /** The caller: a client id, or a portal user's name. */
  actor?: string;
  /** The portal user who owns the client that calls; `OPERATOR` if nobody does. */
  owner?: string;
  /** Whether a user calls from the pages of the portal. */
  isPortal?: boolean;
  /** The origin of a request; jobs and commands have none. */
  readonly remoteAddress?: string;
  /** The ambient transaction, which persistence sets and reads. */
  readonly transaction?: object;
  /** Set while the work is traced. */
  readonly span?: WorkSpan;
  /** Set for a request with an `Idempotency-Key`: runs the work once, and replays its response to duplicates. */
  runIdempotently?: (work: () => Promise<unknown>) => Promise<unknown>;
}

const storage = new AsyncLocalStorage<WorkContext>();

export const workContext = {
  run<T>(context: WorkContext, work: () => T): T {
    return storage.run(context, work);
  },

  find(): WorkContext | undefined {
    return storage.getStore();
  },

  get(): WorkContext {
    const context = storage.getStore();
    if (context === undefined) throw new Error('no work context; wrap the call in workContext.run');
    return context;
  },

  /** @throws Error if the work has no tenant. */
  tenant(): Tenant {
    const { tenant } = this.get();
    if (tenant === undefined) throw new Error('no tenant: the route is public, or the job has no enterprise');
    return tenant;
  },

  /** @throws Error like `tenant`. */
  enterpriseId(): string {
    return this.tenant().enterpriseId;
  },
};
