import { Injectable } from '@nestjs/common';
import { Snapshots } from '@payments/observability';
import type { Reading } from '@payments/observability';
import { Queues } from './queues.js';

const GAUGE = 'payments_queue_jobs';

/** How deep the queues of a worker are. */
@Injectable()
export class QueueGauges {
  constructor(queues: Queues, snapshots: Snapshots) {
    const read = async () =>
      (await queues.counts()).flatMap(({ queue, waiting, active }): Reading[] => [
        { gauge: GAUGE, labels: { queue, state: 'waiting' }, value: waiting },
        { gauge: GAUGE, labels: { queue, state: 'active' }, value: active },
      ]);
    snapshots.add({ name: 'queues', gauges: [GAUGE], read });
  }
}
