import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { isTooEarly } from '../domain/classify-result.js';
import { legIdOf } from '../domain/leg.js';
import type { ResultKind } from '../domain/leg.js';
import type { Transfer } from '../domain/transfer.js';
import { BankingTime } from './banking-time.js';
import { ProcessorResults } from './ports.js';
import type { ReportedResult } from './ports.js';
import { ReceiveResults } from './receive-results.js';
import { TransferSteps } from './transfer-steps.js';

/** Results that only move a leg on. Any other may submit it again, or concern its account: the inbox takes it. */
const PROGRESS: ReadonlySet<ResultKind> = new Set(['accepted', 'settled']);

/** Records that the processor has legs, and applies the results that its response contained. */
@Injectable()
export class ConfirmLegs {
  constructor(
    private readonly steps: TransferSteps,
    private readonly results: ProcessorResults,
    private readonly receiveResults: ReceiveResults,
    private readonly bankingTime: BankingTime,
    private readonly clock: Clock,
  ) {}

  /** In the current unit of work. */
  async execute(legIds: readonly string[], reported: readonly ReportedResult[]): Promise<void> {
    const confirm = (transfers: readonly Transfer[], now: Date) => {
      const byLeg = transfersByLeg(transfers, new Set(legIds));
      for (const [legId, transfer] of byLeg) transfer.confirmLeg(legId, now);
      return byLeg;
    };
    if (reported.length === 0) {
      await this.steps.change({ legIds }, (transfers) => confirm(transfers, this.clock.now()));
      return;
    }
    const { applied, now } = await this.steps.take({ legIds }, (transfers, moment) => {
      const byLeg = confirm(transfers, moment.now);
      const inTime = reported.filter((result) => !isTooEarly(result, moment.at, this.bankingTime.reportsAheadMs));
      return { now: moment.now, applied: inTime.filter((result) => applies(byLeg, result, moment)) };
    });
    await this.results.receiveApplied(applied, now);
    await this.receiveResults.execute(reported.filter((result) => !applied.includes(result)));
  }
}

function transfersByLeg(transfers: readonly Transfer[], legIds: ReadonlySet<string>): Map<string, Transfer> {
  const legs = transfers.flatMap((transfer) => transfer.legSnapshots().map(({ id }) => [id, transfer] as const));
  return new Map(legs.filter(([id]) => legIds.has(id)));
}

// A contradictory one changes nothing here, and is reported by the inbox.
function applies(
  byLeg: ReadonlyMap<string, Transfer>,
  result: ReportedResult,
  moment: Parameters<Transfer['recordResult']>[2],
): boolean {
  const legId = legIdOf(result.end_to_end_id) ?? '';
  const transfer = byLeg.get(legId);
  if (transfer === undefined || !PROGRESS.has(result.kind)) return false;
  return transfer.recordResult(legId, result, moment) !== 'contradictory';
}
