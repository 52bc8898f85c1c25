import { PASS } from '../domain/gate.js';
import type { Foresight, Judgment, Ruling } from '../domain/gate.js';
import type { Transfer } from '../domain/transfer.js';
import type { TransferState } from '../domain/transfer-state.js';
import type { BankingMoment } from './banking-time.js';

/**
 * Decides whether transfers whose parties are cleared go on, in the unit of work that would take their money. It must not
 * lock what a later step of acceptance locks, such as balances. Transfers that it lets pass are not shown to it again;
 * those that it held are, and it must know them by `gate.hold`.
 */
export interface TransferGate {
  /** The rulings by transfer id. Those without one pass. */
  judge(transfers: readonly TransferState[], moment: BankingMoment): Promise<ReadonlyMap<string, Ruling>>;
  /** What `judge` would say of transfers that are not made yet, by id. It reads, and neither writes nor locks. */
  foresee(transfers: readonly TransferState[], moment: BankingMoment): Promise<ReadonlyMap<string, Foresight>>;
}

export interface NamedGate {
  readonly name: string;
  /** What it means that the gate lets a transfer pass, in a sentence. */
  readonly passes: string;
  readonly gate: TransferGate;
}

/** All gates of this process. */
export abstract class Gates {
  /** In the order in which they are asked. */
  abstract all(): readonly NamedGate[];

  /** What each of them would say of a transfer that is not made yet. In the current unit of work. */
  foresee(transfer: TransferState, moment: BankingMoment): Promise<readonly (NamedGate & { foresight: Foresight })[]> {
    return Promise.all(
      this.all().map(async (named) => {
        const foresights = await named.gate.foresee([transfer], moment);
        return { ...named, foresight: foresights.get(transfer.id) ?? ({ outcome: 'pass' } as const) };
      }),
    );
  }

  /** What they say of each transfer, by its id: the first ruling other than `pass` counts. */
  async judge(transfers: readonly Transfer[], moment: BankingMoment): Promise<ReadonlyMap<string, Judgment>> {
    const judgments = new Map<string, Judgment>();
    let open = transfers.map((transfer) => transfer.snapshot());
    const passed = new Map(open.map(({ id, gate }) => [id, gate?.passed ?? []]));
    for (const { name, gate } of this.all()) {
      const asked = open.filter(({ id }) => !passed.get(id)!.includes(name));
      if (asked.length === 0) continue;
      const rulings = await gate.judge(asked, moment);
      for (const { id } of asked) {
        const ruling = rulings.get(id) ?? PASS;
        if (ruling.outcome === 'pass') passed.set(id, [...passed.get(id)!, name]);
        else judgments.set(id, { ...ruling, gate: name, passed: passed.get(id)! });
      }
      open = open.filter(({ id }) => !judgments.has(id));
    }
    return judgments;
  }
}
