import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { HOUR_MS, newId } from '@payments/kernel';
import { Ledger, OWN_BOOK } from '@payments/ledger';
import { PASS } from '../domain/gate.js';
import type { Transfer } from '../domain/transfer.js';
import type { PartyVerification } from '../domain/transfer-state.js';
import { transferTypes } from '../domain/transfer-type.js';
import { Gates } from './gates.js';
import type { StepContext } from './transfer-steps.js';
import { TransferFunders } from './transfer-funders.js';

const WAIT_HOURS = 24;
const SANDBOX_WAIT_SECONDS = 30;

interface ClearOptions {
  readonly verifications: ReadonlyMap<string, PartyVerification>;
  /** Of the tasks of the transfers, in milliseconds. */
  readonly ages: ReadonlyMap<string, number>;
  readonly context: StepContext;
}

/** Lets created transfers go on, as far as their parties, the gates and the balance allow. In the current unit of work. */
@Injectable()
export class ClearTransfers {
  private readonly waitMs: number;

  constructor(
    private readonly gates: Gates,
    private readonly funders: TransferFunders,
    private readonly ledger: Ledger,
    @Inject(CONFIG) config: Config,
  ) {
    this.waitMs = config.environment === 'sandbox' ? SANDBOX_WAIT_SECONDS * 1000 : WAIT_HOURS * HOUR_MS;
  }

  /**
   * Oldest first, so that earlier transfers get the money first.
   * @returns the ids of those that still wait for a verification result. One that a gate holds does not: it is resumed.
   */
  async execute(
    transfers: readonly Transfer[],
    { verifications, ages, context }: ClearOptions,
  ): Promise<ReadonlySet<string>> {
    const { now, at, routing } = context;
    const asked = transfers.map((transfer) => {
      const { id } = transfer.snapshot();
      // By the age of the task, which has one clock; the transfer was dated by the process that accepted it.
      const waitUntil = new Date(now.getTime() + this.waitMs - ages.get(id)!);
      return { id, transfer, verification: verifications.get(id) ?? {}, waitUntil };
    });
    const cleared = asked
      .filter(({ transfer, verification, waitUntil }) => transfer.isCleared(verification, { now, waitUntil }))
      .map(({ transfer }) => transfer);
    const judgments = await this.gates.judge(cleared, context);
    // The balances come last: gates may lock rows of their own.
    const passed = cleared.filter((transfer) => !judgments.has(transfer.snapshot().id));
    const take = await this.funds(passed, at);
    const waiting = asked.filter(({ id, transfer, verification, waitUntil }) => {
      const judgment = judgments.get(id) ?? PASS;
      return !transfer.accept(verification, {
        ...{ now, at, routing, waitUntil, judgment, newLegId: newId },
        reserveFunds: () => take(transfer),
      });
    });
    return new Set(waiting.map(({ id }) => id));
  }

  // Takes money out of what is available in each book. What is freed for one payout is not there for another: it does not count.
  private async funds(transfers: readonly Transfer[], at: Date): Promise<(transfer: Transfer) => boolean> {
    const paying = transfers.filter((transfer) => transferTypes[transfer.snapshot().use_case].paysFromBalance);
    const funded = await this.funders.fund(
      paying.map((transfer) => transfer.snapshot()),
      at,
    );
    const left = new Map(paying.length > 0 ? await this.ledger.lockBooks(paying.map(bookOf)) : []);
    await this.ledger.post([...funded.values()]);
    return (transfer) => {
      const { id, amount } = transfer.snapshot();
      if (funded.has(id)) return true;
      const book = bookOf(transfer);
      const available = left.get(book) ?? 0n;
      if (amount > available) return false;
      left.set(book, available - amount);
      return true;
    };
  }
}

function bookOf(transfer: Transfer): string {
  return transfer.snapshot().subledger_id ?? OWN_BOOK;
}
