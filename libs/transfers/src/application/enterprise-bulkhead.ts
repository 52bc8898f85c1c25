import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';

/** How many transfers of an enterprise are at work at once; a claim of more is at work alone. */
const AT_ONCE = 20;
/** What is claimed is held for thirty seconds at least; enough of them must be left for the work. */
const LONGEST_WAIT_MS = 10_000;

interface Turns {
  atWork: number;
  readonly waiting: { readonly size: number; readonly begin: () => void }[];
}

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
  /** Of the enterprises that have any. */
  private readonly turns = new Map<string, Turns>();

  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * As `UnitOfWork.run`, when it is its turn: first come, first served. Not within another unit of work, which could wait
   * for itself.
   * @param size how many transfers, or legs, it is about
   * @throws BulkheadTimeoutError when that is too late: whoever holds a claim gives it back, and comes again
   */
  async run<T>(size: number, work: () => Promise<T>): Promise<T> {
    const { enterpriseId } = workContext.tenant();
    const turns = this.turns.get(enterpriseId) ?? { atWork: 0, waiting: [] };
    this.turns.set(enterpriseId, turns);
    const inTimeUntil = performance.now() + LONGEST_WAIT_MS;
    await new Promise<void>((begin) => {
      turns.waiting.push({ size, begin });
      beginNext(turns);
    });
    try {
      if (performance.now() > inTimeUntil) throw new BulkheadTimeoutError();
      return await this.unitOfWork.run(work);
    } finally {
      turns.atWork -= size;
      beginNext(turns);
      if (turns.atWork === 0 && this.turns.get(enterpriseId) === turns) this.turns.delete(enterpriseId);
    }
  }
}

function beginNext(turns: Turns): void {
  const { waiting } = turns;
  for (let [next] = waiting; next !== undefined; [next] = waiting) {
    if (turns.atWork > 0 && turns.atWork + next.size > AT_ONCE) return;
    waiting.shift();
    turns.atWork += next.size;
    next.begin();
  }
}
