import { Injectable } from '@nestjs/common';
import { HandlesTasks } from '@payments/messaging';
import type { Claim, TaskHandler } from '@payments/messaging';
import { scheduleQueues } from '../../application/queues.js';
import { RunSchedules } from '../../application/run-schedules.js';

@Injectable()
@HandlesTasks({ queue: scheduleQueues.runs, batchSize: 100, concurrency: 2, leaseSeconds: 60 })
export class ScheduleRunsHandler implements TaskHandler {
  constructor(private readonly runSchedules: RunSchedules) {}

  handle(claim: Claim): Promise<void> {
    return this.runSchedules.execute(claim);
  }
}
