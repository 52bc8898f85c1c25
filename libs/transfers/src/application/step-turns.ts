import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/platform';

/** What is claimed is held for thirty seconds at least; enough of them must be left for the work. */
const LONGEST_WAIT_MS = 10_000;

/** Others of the enterprise took too long; nothing was done. */
export class TurnMissedError extends Error {
  constructor() {
    super('the transfers of the enterprise were at work for too long');
  }
}

/**
 * Units of work at the transfers of an enterprise, one after the other in this process. They would wait for each other at
 * its balances anyway, each with a connection that webhooks and other enterprises could use meanwhile.
 */
@Injectable()
export class StepTurns {
  /** The last one of each enterprise that has any. */
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * As `UnitOfWork.run`, when it is its turn. Not within another unit of work, which could wait for itself.
   * @throws TurnMissedError when that is too late: whoever holds a claim gives it back, and comes again
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { enterpriseId } = workContext.tenant();
    const inTimeUntil = performance.now() + LONGEST_WAIT_MS;
    const turn = Promise.allSettled([this.last.get(enterpriseId)]).then(() => {
      if (performance.now() > inTimeUntil) throw new TurnMissedError();
      return this.unitOfWork.run(work);
    });
    this.last.set(enterpriseId, turn);
    try {
      return await turn;
    } finally {
      if (this.last.get(enterpriseId) === turn) this.last.delete(enterpriseId);
    }
  }
}
