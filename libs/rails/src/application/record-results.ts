import { Injectable } from '@nestjs/common';
import { Suspense } from '@payments/ledger';
import { reversalIdOf } from '../domain/reversal.js';
import { RailResults } from './ports.js';
import type { RailResult } from './ports.js';
import { Reversals } from './reversals/ports.js';

/** What the money of a reversal is booked as when it settles, and when it is returned after that. */
const SETTLED = 'reversal';
const RETURNED = 'returned_reversal';

/**
 * Tells the service the results of its orders. A reversal is no order of the service: what it moves goes to suspense, and a
 * correction is told of the entry that it takes back. In the current unit of work.
 */
@Injectable()
export class RecordResults {
  constructor(
    private readonly results: RailResults,
    private readonly reversals: Reversals,
    private readonly suspense: Suspense,
  ) {}

  async execute(results: readonly RailResult[]): Promise<void> {
    const orders: RailResult[] = [];
    for (const result of results) {
      const id = reversalIdOf(result.end_to_end_id);
      orders.push(...(id === undefined ? [result] : await this.ofReversal(id, result)));
    }
    await this.results.record(orders);
  }

  /** @returns what the service is told. */
  private async ofReversal(id: string, result: RailResult): Promise<RailResult[]> {
    const money = await this.reversals.moneyOf(id);
    if (money === undefined) return [result];
    // A debit of the receiver brings money in.
    const cents = money.side === 'source' ? money.amount : -money.amount;
    const occasion = { subject_id: id, banking_at: result.occurred_at };
    if (result.kind === 'notification_of_change') return [{ ...result, end_to_end_id: money.reversed_end_to_end_id }];
    if (result.kind === 'settled') await this.suspense.receive(occasion, SETTLED, cents);
    if (result.kind === 'returned') await this.suspense.undo(occasion, { kind: SETTLED, as: RETURNED });
    return [];
  }
}
