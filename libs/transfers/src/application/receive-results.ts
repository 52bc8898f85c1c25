import { Injectable } from '@nestjs/common';
import { AccountCorrections } from '@payments/accounts';
import { UnitOfWork } from '@payments/kernel';
import { Tasks } from '@payments/messaging';
import { legIdOf } from '../domain/leg.js';
import { ProcessorResults, Transfers } from './ports.js';
import type { ReportedResult } from './ports.js';
import { transferQueues } from './queues.js';

/**
 * Receives results from a processor and stores them: the processor may then forget them, or report them again. A bank's
 * corrections go to the account immediately, so that the inbox contains no account number.
 */
@Injectable()
export class ReceiveResults {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly results: ProcessorResults,
    private readonly transfers: Transfers,
    private readonly accounts: AccountCorrections,
    private readonly tasks: Tasks,
  ) {}

  /** @returns the indexes of results whose id belongs to another result: they are not stored. */
  async execute(results: readonly ReportedResult[]): Promise<{ readonly reused: ReadonlySet<number> }> {
    if (results.length === 0) return { reused: new Set() };
    return this.unitOfWork.run(async () => {
      const { received, reused } = await this.results.receive(results);
      const fresh = new Set(received.map(({ processor_result_id }) => processor_result_id));
      await this.correctAccounts(
        results.filter(({ processor_result_id }, index) => fresh.has(processor_result_id) && !reused.has(index)),
      );
      await this.tasks.schedule(received.map(({ id }) => ({ queue: transferQueues.results, subjectId: id })));
      return { reused };
    });
  }

  // Sorted by time of occurrence, because results arrive in any order. The last correction of a field wins.
  private async correctAccounts(results: readonly ReportedResult[]): Promise<void> {
    const corrections = results
      .toSorted((one, other) => one.occurred_at.getTime() - other.occurred_at.getTime())
      .flatMap(({ end_to_end_id, correction }) => {
        const legId = legIdOf(end_to_end_id);
        return correction === undefined || legId === undefined ? [] : [{ legId, correction }];
      });
    if (corrections.length === 0) return;
    const legs = await this.transfers.legs([...new Set(corrections.map(({ legId }) => legId))]);
    const accountIds = new Map(legs.map(({ id, account_id }) => [id, account_id]));
    await this.accounts.record(
      corrections.flatMap(({ legId, correction }) => {
        const account_id = accountIds.get(legId);
        return account_id === undefined ? [] : [{ account_id, ...correction }];
      }),
    );
  }
}
