import { Injectable } from '@nestjs/common';
import { whyNotBookable } from '../../domain/inbound/known-returns.js';
import { Reversals } from '../reversals/ports.js';
import { Postings } from '../statements/ports.js';
import { InboundOperationError } from './operate-inbound.js';
import { type RailException, ReturnedEntries, type StoredEntry } from './ports.js';

/** The payments that exceptions are about: no more comes back of one than was paid. In the current unit of work. */
@Injectable()
export class ReturnedMoney {
  constructor(
    private readonly entries: ReturnedEntries,
    private readonly reversals: Reversals,
    private readonly postings: Postings,
  ) {}

  /**
   * Locks the payment that an exception is about, so that two of its exceptions are booked one after the other.
   * @returns its end-to-end id; null if it is about none of the enterprise
   * @throws InboundOperationError if these cents (above 0 they come in) were booked of it, or are more than it has left
   */
  async admit(exception: RailException, cents: bigint): Promise<string | null> {
    const found = await this.paymentOf(exception);
    if (found === undefined) return null;
    await this.entries.lock([found.id]);
    const { end_to_end_id, direction } = found;
    const payment = { end_to_end_id, direction, amount: BigInt(found.amount) };
    const { id, kind, trace } = exception;
    const coming = {
      id: kind === 'reversal' ? null : trace,
      direction: cents > 0n ? 'credit' : 'debit',
      amount: cents > 0n ? cents : -cents,
    } as const;
    // A reversal that came back takes what it brought, and that only.
    if (kind === 'reversal' && coming.direction !== direction) return end_to_end_id;
    // Whatever was interrupted may be repeated.
    const own = new Set([`exception:${id}`, `reversal:${id}`]);
    const known = await this.postings.returnsOf([end_to_end_id], coming.id === null ? [] : [coming.id]);
    const problem = whyNotBookable(
      known.filter(({ key }) => !own.has(key)),
      payment,
      coming,
    );
    if (problem === undefined) return end_to_end_id;
    throw new InboundOperationError(
      `${problem}; ask the bank what it moved, and resolve it with --ignore if it moved nothing`,
    );
  }

  private async paymentOf({ id, kind, connection, end_to_end_id, original_trace, direction }: RailException) {
    if (kind === 'reversal') {
      const reversed = await this.reversals.moneyOf(id);
      return reversed && this.entries.byEndToEndId(connection, reversed.reversed_end_to_end_id);
    }
    if (end_to_end_id !== null) return this.entries.byEndToEndId(connection, end_to_end_id);
    if (original_trace === null) return undefined;
    const candidates = await this.entries.candidates(connection, [original_trace]);
    const [entry, ...others] = candidates.filter((each: StoredEntry) => each.direction === direction);
    return others.length === 0 ? entry : undefined;
  }
}
