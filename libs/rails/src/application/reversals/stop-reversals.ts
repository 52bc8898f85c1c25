import { Injectable } from '@nestjs/common';
import type { FileState } from '../../domain/file-state.js';
import { whyNotReversible } from '../../domain/reversal.js';
import { PullOrder } from '../operate-entries.js';
import { Reversals } from './ports.js';

/** Rejects reversals that wait for their file once their payment comes back another way. In the current unit of work. */
@Injectable()
export class StopReversals {
  constructor(
    private readonly reversals: Reversals,
    private readonly pulling: PullOrder,
  ) {}

  /** Of payments that are locked. Before it is read what came back of them: what is in a file by then counts. */
  async ofPayments(ids: readonly string[]): Promise<void> {
    for (const reversal of await this.reversals.waitingOf(ids)) {
      await this.pulling.execute(reversal, 'its payment came back');
    }
  }

  /** Of a window, before its file takes them: those whose payment cannot be reversed any more. */
  async ofWindow(window: Pick<FileState, 'connection' | 'window_key'>): Promise<void> {
    for (const reversal of await this.reversals.waitingIn(window)) {
      const payment = (await this.reversals.lockEntry({ id: reversal.reverses }))!;
      // Whether it is in time was decided when it was made.
      const problem = whyNotReversible(payment, payment.settles_at);
      if (problem !== undefined) await this.pulling.execute(reversal, problem);
    }
  }
}
