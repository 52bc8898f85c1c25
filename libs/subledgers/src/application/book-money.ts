import { Injectable } from '@nestjs/common';
import { Ledger, OWN_BOOK } from '@payments/ledger';
import type { Posting } from '@payments/ledger';
import { settled } from '../domain/book-transfer.js';
import type { BookTransferState } from '../domain/book-transfer.js';
import { Subledgers } from './ports.js';

/** Decides book transfers under the lock of the books, and posts those that are completed. In the current unit of work. */
@Injectable()
export class BookMoney {
  constructor(
    private readonly ledger: Ledger,
    private readonly subledgers: Subledgers,
  ) {}

  /**
   * In the order given: each finds what the ones before it have left.
   * @returns what became of them, and the postings to be made
   */
  async decide(
    transfers: readonly BookTransferState[],
    now: Date,
  ): Promise<{ readonly decided: readonly BookTransferState[]; readonly postings: readonly Posting[] }> {
    const sources = transfers.map(sourceOf);
    const destinations = transfers.map(({ destination }) => destination?.subledger_id ?? OWN_BOOK);
    const left = new Map(await this.ledger.lockBooks([...sources, ...destinations]));
    const closed = await this.subledgers.closedOf(destinations);
    const postings: Posting[] = [];
    const decided = transfers.map((transfer, at) => {
      const [from, to] = [sources[at]!, destinations[at]!];
      const sides = { source: left.get(from)!, destination: left.get(to)!, isDestinationClosed: closed.has(to) };
      const result = settled(transfer, sides, now);
      if (result.status !== 'completed') return result;
      left.set(from, left.get(from)! - transfer.amount);
      left.set(to, left.get(to)! + transfer.amount);
      postings.push({
        ...{ subject_id: transfer.id, leg: 'none', attempt: 1, kind: 'book' },
        ...{ debit: 'available', debit_book: from, credit: 'available', credit_book: to },
        ...{ amount: transfer.amount, banking_at: now },
      });
      return result;
    });
    return { decided, postings };
  }

  post(postings: readonly Posting[]): Promise<void> {
    return this.ledger.post(postings);
  }
}

function sourceOf({ source }: BookTransferState): string {
  return source?.subledger_id ?? OWN_BOOK;
}
