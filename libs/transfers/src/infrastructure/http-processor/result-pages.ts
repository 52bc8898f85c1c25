import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { Log, workContext } from '@payments/observability';
import { Enterprises, isRetryable, isUnavailable } from '@payments/persistence';
import { ReceiveResults } from '../../application/receive-results.js';
import { nameResult, problemOf, resultSchema, reportedResult } from './protocol.js';
import type { WireResult } from './protocol.js';
import type { NamedResult, RejectedResult, SetAsideReason } from './set-aside-results.js';

interface ReadResult {
  readonly name: NamedResult;
  readonly wire: WireResult;
}

/**
 * Stores the results of a page in the inboxes of their enterprises. A result that is malformed, belongs to no enterprise
 * or cannot be stored does not delay the others.
 */
@Injectable()
export class ResultPages {
  constructor(
    private readonly receiveResults: ReceiveResults,
    private readonly enterprises: Enterprises,
    private readonly log: Log,
  ) {}

  /** @returns those that no inbox took. @throws when the database is unavailable: then the page is to be read again. */
  async store(results: readonly unknown[]): Promise<RejectedResult[]> {
    const read: ReadResult[] = [];
    const rejected: RejectedResult[] = [];
    for (const [position, raw] of results.entries()) {
      const parsed = resultSchema.safeParse(raw);
      const name = { position, ...nameResult(raw) };
      if (parsed.success) read.push({ name, wire: parsed.data });
      else rejected.push({ ...name, reason: 'malformed', problem: problemOf(parsed.error) });
    }
    for (const enterpriseId of new Set(read.map(({ wire }) => wire.enterprise_id))) {
      const ofEnterprise = read.filter(({ wire }) => wire.enterprise_id === enterpriseId);
      rejected.push(...(await this.storeOf(enterpriseId, ofEnterprise)));
    }
    if (rejected.length > 0) this.log.error('processor_results_set_aside', { count: rejected.length });
    return rejected;
  }

  // All together, or, when that fails, each alone, so that only what fails by itself is set aside.
  private async storeOf(enterpriseId: string, results: readonly ReadResult[]): Promise<RejectedResult[]> {
    try {
      return await this.receive(enterpriseId, results);
    } catch (error) {
      if (isUnavailable(error) || isRetryable(error)) throw error;
      const [only, ...others] = results;
      if (others.length === 0) {
        this.log.error('processor_result_not_stored', { enterprise_id: enterpriseId, error });
        return [aside(only!, 'not_stored', 'the inbox could not store it; see processor_result_not_stored in the log')];
      }
    }
    const rejected: RejectedResult[] = [];
    for (const result of results) rejected.push(...(await this.storeOf(enterpriseId, [result])));
    return rejected;
  }

  private async receive(enterpriseId: string, results: readonly ReadResult[]): Promise<RejectedResult[]> {
    const tenant = await this.enterprises.find(enterpriseId);
    if (tenant === undefined) {
      return results.map((result) => aside(result, 'unknown_enterprise', 'no enterprise with this id exists'));
    }
    const context = { requestId: newId(), tenant, actor: 'processor' };
    const { reused } = await workContext.run(context, () =>
      this.receiveResults.execute(results.map(({ wire }) => reportedResult(wire))),
    );
    return results
      .filter((_, index) => reused.has(index))
      .map((result) => aside(result, 'id_reused', 'result_id: belongs to another result of this enterprise'));
  }
}

function aside({ name }: ReadResult, reason: SetAsideReason, problem: string): RejectedResult {
  return { ...name, reason, problem };
}
