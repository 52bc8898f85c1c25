import { Injectable } from '@nestjs/common';
import { allocation, cashMoved, receipt, suspended } from '../domain/suspense.js';
import type { SuspenseOccasion } from '../domain/suspense.js';
import { Ledger, LedgerReader } from './ports.js';

/**
 * Money that the bank has moved and that is not allocated yet. Everything is in the current unit of work, under the lock of
 * the balances. A subject, such as an exception of a bank file, has one balance in suspense.
 */
@Injectable()
export class Suspense {
  constructor(
    private readonly ledger: Ledger,
    private readonly reader: LedgerReader,
  ) {}

  /** Cents of the subject: above 0 what came in, below 0 what went out. */
  async balanceOf(subjectId: string): Promise<bigint> {
    return suspended(await this.entriesOf(subjectId));
  }

  /** Books what the bank moved against cash: above 0 it came in. @returns false if the subject has this kind already. */
  async receive(occasion: SuspenseOccasion, kind: string, cents: bigint): Promise<boolean> {
    const entries = await this.entriesOf(occasion.subject_id);
    if (entries.some((entry) => entry.kind === kind)) return false;
    await this.ledger.post([receipt(occasion, kind, cents)]);
    return true;
  }

  /** Books the opposite of what came to cash, or left it, as a kind. @returns whether anything was. */
  async undo(
    occasion: SuspenseOccasion,
    { kind, as }: { readonly kind: string; readonly as: string },
  ): Promise<boolean> {
    const received = (await this.entriesOf(occasion.subject_id)).filter((entry) => entry.kind === kind);
    if (received.length === 0) return false;
    await this.receive(occasion, as, -cashMoved(received));
    return true;
  }

  /** Gives the enterprise what the subject has in suspense, or charges it. @returns the cents; 0 if there is nothing. */
  async allocate(occasion: SuspenseOccasion): Promise<bigint> {
    const entries = await this.entriesOf(occasion.subject_id);
    await this.ledger.post(allocation(occasion, entries));
    return suspended(entries);
  }

  /** After the lock, so that they stay what they are. */
  private async entriesOf(subjectId: string) {
    await this.ledger.lockAvailable();
    return this.reader.ofSubject(subjectId);
  }
}
