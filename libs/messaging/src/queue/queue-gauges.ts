import { Injectable } from '@nestjs/common';
import { GaugeCollector } from '@payments/observability';
import type { GaugeSample } from '@payments/observability';
import { messagingMetrics } from '../metrics.table.js';
import { Queues } from './queues.js';

const GAUGE = messagingMetrics.payments_queue_jobs;

/** How deep the queues of a worker are. */
@Injectable()
export class QueueGauges {
  constructor(queues: Queues, gaugeCollector: GaugeCollector) {
    const read = async () =>
      (await queues.counts()).flatMap(({ queue, waiting, active }): GaugeSample[] => [
        { gauge: GAUGE, labels: { queue, state: 'waiting' }, value: waiting },
        { gauge: GAUGE, labels: { queue, state: 'active' }, value: active },
      ]);
    gaugeCollector.add({ name: 'queues', gauges: [GAUGE], read });
  }
}
