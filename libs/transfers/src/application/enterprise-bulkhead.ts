import { Injectable } from '@nestjs/common';
import { Semaphore, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';

/** Transfers of one enterprise that run at once. A larger claim runs alone. */
const AT_ONCE = 20;
/** What is claimed is held for thirty seconds at least; enough of them must be left for the work. */
const LONGEST_WAIT_MS = 10_000;

/** Others of the enterprise took too long; nothing was done. */
export class BulkheadTimeoutError extends Error {
  constructor() {
    super('waited too long for the other transfers of the enterprise');
  }
}

/**
 * Units of work at the transfers of an enterprise, as many at once in this process as are small together. Large ones would
 * wait for each other at its balances anyway, each with a connection that webhooks and other enterprises could use
 * meanwhile.
 */
@Injectable()
export class EnterpriseBulkhead {
  /** Of the enterprises that have work. */
  private readonly semaphores = new Map<string, Semaphore>();

  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * As `UnitOfWork.run`, when it is its turn: first come, first served. Not within another unit of work, which could wait
   * for itself.
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
