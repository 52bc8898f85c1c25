import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { Tasks } from '@payments/platform';
import type { ProcessorResult } from '../domain/leg.js';
import { ProcessorResults } from './ports.js';
import { transferQueues } from './queues.js';

/** Takes in what a processor tells, once it is stored: the processor may forget it, and may as well tell it twice. */
@Injectable()
export class ReceiveResults {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly results: ProcessorResults,
    private readonly tasks: Tasks,
    private readonly clock: Clock,
  ) {}

  execute(results: readonly ProcessorResult[]): Promise<void> {
    return this.unitOfWork.run(async () => {
      const ids = await this.results.receive(results);
      const dueAt = this.clock.now();
      await this.tasks.schedule(ids.map((id) => ({ queue: transferQueues.results, subjectId: id, dueAt })));
    });
  }
}
