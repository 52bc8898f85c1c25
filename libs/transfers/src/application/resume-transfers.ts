import { Injectable } from '@nestjs/common';
import { Tasks } from '@payments/messaging';
import { transferQueues } from './queues.js';

/** Lets transfers that a gate held go on: they are judged again, beginning with that gate. */
@Injectable()
export class ResumeTransfers {
  constructor(private readonly tasks: Tasks) {}

  /** In the current unit of work. A transfer that has failed in the meantime stays so. */
  resume(ids: readonly string[]): Promise<void> {
    return this.tasks.schedule(ids.map((id) => ({ queue: transferQueues.acceptance, subjectId: id })));
  }
}
