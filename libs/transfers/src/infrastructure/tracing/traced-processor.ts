import { traced } from '@payments/platform';
import type { Metrics } from '@payments/platform';
import { Processor } from '../../application/ports.js';
import type { InstructionBatch } from '../../application/ports.js';

/** Times the calls of whatever processor there is, and shows them as spans of their own. */
export class TracedProcessor extends Processor {
  constructor(
    private readonly processor: Processor,
    private readonly metrics: Metrics,
  ) {
    super();
  }

  submit(batch: InstructionBatch): Promise<void> {
    return this.timed('submit', batch.instructions.length, () => this.processor.submit(batch));
  }

  async known(endToEndIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (endToEndIds.length === 0) return this.processor.known(endToEndIds);
    return this.timed('known', endToEndIds.length, () => this.processor.known(endToEndIds));
  }

  private timed<T>(operation: string, size: number, call: () => Promise<T>): Promise<T> {
    return traced(`processor ${operation}`, { 'messaging.batch.message_count': size }, async () => {
      const startedAt = performance.now();
      let outcome = 'failed';
      try {
        const answer = await call();
        outcome = 'done';
        return answer;
      } finally {
        const seconds = (performance.now() - startedAt) / 1000;
        this.metrics.observe('payments_processor_call_seconds', { operation, outcome }, seconds);
      }
    });
  }
}
