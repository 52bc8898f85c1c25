import { BoundedMap, MAX_ENTRIES } from '@payments/kernel';
import { workContext } from '@payments/observability';
import pg from 'pg';
import type { PoolConfig } from 'pg';

/**
 * Those who wait for a connection. Enterprises take turns: the next one is the one whose last turn was longest ago, and of its own the
 * one who waits longest. One enterprise alone gets every connection.
 */
export class ConnectionTurns extends Array<object> {
  private readonly enterprises = new WeakMap<object, string>();
  private readonly turns = new BoundedMap<string, number>(MAX_ENTRIES);
  private count = 0;

  /** What is cut out of the line is no line itself. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  override push(...waiting: object[]): number {
    for (const one of waiting) this.enterprises.set(one, workContext.find()?.tenant?.enterpriseId ?? '');
    return super.push(...waiting);
  }

  override shift(): object | undefined {
    const lastTurns = this.map((one) => this.turns.get(this.enterprises.get(one)!) ?? 0);
    const next = lastTurns.indexOf(Math.min(...lastTurns));
    const [one] = this.splice(next, 1);
    if (one !== undefined) this.turns.set(this.enterprises.get(one)!, ++this.count);
    return one;
  }
}

/** The driver, with a pool whose connections enterprises take in turns. The pool itself serves in order of arrival. */
export const fairDriver: typeof pg = Object.create(pg, {
  Pool: {
    value: class FairPool extends pg.Pool {
      constructor(options: PoolConfig) {
        super(options);
        // The driver has no setting for it; `tenancy-shares` fails if it keeps its line elsewhere.
        (this as unknown as { _pendingQueue: object[] })._pendingQueue = new ConnectionTurns();
      }
    },
  },
}) as typeof pg;
