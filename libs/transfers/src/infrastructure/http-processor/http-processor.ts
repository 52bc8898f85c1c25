import { workContext } from '@payments/observability';
import { Processor } from '../../application/ports.js';
import type { InstructionBatch, ReportedResult } from '../../application/ports.js';
import type { ProcessorClient } from './processor-client.js';
import { inquiryResponse, reportedResult, resultsOf, wireInstruction } from './protocol.js';
import type { ResultsPoller } from './results-poller.js';

/**
 * Submits batches to a bank connector over HTTP, as docs/reference/processor.md describes. Only a 2xx confirms a batch; all
 * else, even a refusal, throws: then `known` decides. A connector accepts what it will not execute, and reports it rejected.
 */
export class HttpProcessor extends Processor {
  constructor(
    private readonly client: ProcessorClient,
    private readonly poller: Pick<ResultsPoller, 'soon'>,
  ) {
    super();
  }

  async submit({ id, instructions }: InstructionBatch): Promise<readonly ReportedResult[]> {
    const enterprise_id = workContext.enterpriseId();
    const response = await this.client.send({
      operation: 'submit',
      method: 'PUT',
      path: `/batches/${id}`,
      body: { enterprise_id, instructions: instructions.map(wireInstruction) },
    });
    this.poller.soon();
    const submitted = new Set(instructions.map(({ end_to_end_id }) => end_to_end_id));
    return resultsOf(response)
      .filter((result) => result.enterprise_id === enterprise_id && submitted.has(result.end_to_end_id))
      .map(reportedResult);
  }

  async known(endToEndIds: readonly string[], inquiryId: string): Promise<ReadonlySet<string>> {
    if (endToEndIds.length === 0) return new Set();
    const { known } = await this.client.ask(
      {
        operation: 'inquire',
        method: 'POST',
        path: '/instructions/inquire',
        // Its id is later than that of every batch that may still be in transit, so the connector can refuse those.
        body: {
          inquiry_id: inquiryId,
          enterprise_id: workContext.enterpriseId(),
          end_to_end_ids: endToEndIds,
        },
      },
      inquiryResponse,
    );
    const acknowledged = new Set(known);
    return new Set(endToEndIds.filter((id) => acknowledged.has(id)));
  }
}
