import { withChildSpan } from '@payments/observability';
import { Processor } from '../../application/ports.js';
import type { InstructionBatch, ReportedResult } from '../../application/ports.js';

/** Shows the calls of the processor as separate spans. */
export class TracedProcessor extends Processor {
  constructor(private readonly processor: Processor) {
    super();
  }

  submit(batch: InstructionBatch): Promise<readonly ReportedResult[]> {
    const size = { 'messaging.batch.message_count': batch.instructions.length };
    return withChildSpan('processor submit', size, () => this.processor.submit(batch));
  }

  async known(endToEndIds: readonly string[], inquiryId: string): Promise<ReadonlySet<string>> {
    if (endToEndIds.length === 0) return this.processor.known(endToEndIds, inquiryId);
    const size = { 'messaging.batch.message_count': endToEndIds.length };
    return withChildSpan('processor known', size, () => this.processor.known(endToEndIds, inquiryId));
  }
}
