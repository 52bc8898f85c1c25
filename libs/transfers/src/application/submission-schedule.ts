import { Injectable } from '@nestjs/common';
import { Tasks } from '@payments/platform';
import type { Transfer } from '../domain/transfer.js';
import { transferQueues } from './queues.js';

/** When the legs of transfers go to the processor. */
@Injectable()
export class SubmissionSchedule {
  constructor(private readonly tasks: Tasks) {}

  /** Makes every leg that is ready due, in the unit of work at hand. */
  async submitReady(transfers: readonly Transfer[], now: Date): Promise<void> {
    const ready = transfers.flatMap((transfer) => transfer.legSnapshots()).filter(({ status }) => status === 'ready');
    await this.tasks.schedule(
      ready.map(({ id }) => ({ queue: transferQueues.submissions, subjectId: id, dueAt: now })),
    );
  }
}
