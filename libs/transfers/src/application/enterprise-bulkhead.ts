import { Injectable } from '@nestjs/common';
import { Semaphore, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';

/** Transfers of one enterprise that run at once. A larger claim runs alone. */
const AT_ONCE = 20;
/** A claim's lease lasts at least 30 seconds; enough of it must remain for the work. */
const LONGEST_WAIT_MS = 10_000;

/** Other work of the enterprise took too long; nothing was done. */
export class BulkheadTimeoutError extends Error {
  constructor() {
    super('waited too long for the other transfers of the enterprise');
  }
}

/**
 * Limits the concurrent units of work on an enterprise's transfers in this process by their total size. Large ones would
 * wait for each other's balance locks anyway, each holding a connection that webhooks and other enterprises could use.
 */
@Injectable()
export class EnterpriseBulkhead {
  /** One per enterprise with work. */
  private readonly semaphores = new Map<string, Semaphore>();

  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * As `UnitOfWork.run`, in order of arrival. Never call it within another unit of work: that could deadlock.
   * @param size how many transfers, or legs, it is about
   * @throws BulkheadTimeoutError on timeout; the caller requeues its claim
   */
  async run<T>(size: number, work: () => Promise<T>): Promise<T> {
    const enterpriseId = workContext.enterpriseId();
    const semaphore = this.semaphores.get(enterpriseId) ?? new Semaphore(AT_ONCE);
    this.semaphores.set(enterpriseId, semaphore);
    const inTimeUntil = performance.now() + LONGEST_WAIT_MS;
    const release = await semaphore.acquire(size);
    try {
      if (performance.now() > inTimeUntil) throw new BulkheadTimeoutError();
      return await this.unitOfWork.run(work);
    } finally {
      release();
      if (semaphore.isIdle) this.semaphores.delete(enterpriseId);
    }
  }
}
