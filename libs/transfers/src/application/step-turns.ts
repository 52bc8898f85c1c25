import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/platform';

/**
 * Units of work at the transfers of an enterprise, one after the other in this process. They would wait for each other at
 * its balances anyway, each with a connection that webhooks and other enterprises could use meanwhile.
 */
@Injectable()
export class StepTurns {
  /** The last one of each enterprise that has any. */
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** As `UnitOfWork.run`, when it is its turn. Not within another unit of work, which could wait for itself. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { enterpriseId } = workContext.tenant();
    const before = this.last.get(enterpriseId);
    const turn = Promise.allSettled([before]).then(() => this.unitOfWork.run(work));
    this.last.set(enterpriseId, turn);
    try {
      return await turn;
    } finally {
      if (this.last.get(enterpriseId) === turn) this.last.delete(enterpriseId);
    }
  }
}
