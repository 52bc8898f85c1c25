import { Injectable } from '@nestjs/common';
import { isUuid, newId, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { BankingTime } from '../../application/banking-time.js';
import type { BankingMoment } from '../../application/banking-time.js';
import { Transfers } from '../../application/ports.js';
import { isSent, isUnsent } from '../../domain/leg-steps.js';
import type { LegState, Side } from '../../domain/leg.js';
import { transferErrors } from '../../domain/transfer.errors.js';
import { sidesOf } from '../../domain/transfer-state.js';
import { outcomesOf } from './outcomes.js';
import type { RequestedOutcome } from './outcomes.js';
import { sandboxErrors } from './sandbox.errors.js';
import { SandboxProcessor } from './sandbox-processor.js';

export interface TransferOutcomeInput extends RequestedOutcome {
  /** Default: the destination if there is one, otherwise the source. */
  readonly leg?: Side;
}

/** Sets how a leg of a sandbox transfer ends: once it is submitted, or now if it already is. */
@Injectable()
export class SetTransferOutcome {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly transfers: Transfers,
    private readonly bankingTime: BankingTime,
    private readonly processor: SandboxProcessor,
  ) {}

  /** @throws unknown_id, invalid_leg, outcome_not_possible */
  async execute(transferId: string, { leg: side, ...requested }: TransferOutcomeInput): Promise<void> {
    if (!isUuid(transferId)) throw transferErrors.unknown_id();
    await this.unitOfWork.run(async () => {
      await this.processor.pause();
      // Every step locks the clock before the transfer. The opposite order would deadlock.
      const time = await this.bankingTime.read();
      const [transfer] = await this.transfers.lock({ ids: [transferId] });
      if (transfer === undefined) throw transferErrors.unknown_id();
      const sides = sidesOf(transfer.snapshot());
      const wanted = side ?? sides.at(-1)!;
      if (!sides.includes(wanted)) throw sandboxErrors.invalid_leg();
      const leg = transfer.legSnapshots().find((each) => each.side === wanted);
      const isPending = transfer.snapshot().status === 'created' || (leg !== undefined && isUnsent(leg));
      if (isPending || (await this.isOnItsWay(leg))) await this.store(transferId, wanted, requested);
      else await this.planNow(leg, requested, time);
    });
  }

  private async isOnItsWay(leg: LegState | undefined): Promise<boolean> {
    return leg?.status === 'submitting' && (await this.processor.progressOf(leg.end_to_end_id)) === 'not_taken';
  }

  private async store(transferId: string, side: Side, { kind, code }: RequestedOutcome): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO sandbox.requested_outcomes (enterprise_id, transfer_id, side, kind, code) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (enterprise_id, transfer_id, side) DO UPDATE SET kind = excluded.kind, code = excluded.code`,
      [workContext.enterpriseId(), transferId, side, kind, code],
    );
  }

  // Replaces the planned results: a returned leg no longer settles.
  private async planNow(leg: LegState | undefined, requested: RequestedOutcome, { at }: BankingMoment): Promise<void> {
    if (leg === undefined || !isSent(leg)) throw sandboxErrors.outcome_not_possible();
    const enterpriseId = workContext.enterpriseId();
    if (requested.kind !== 'notification_of_change') {
      await currentTransaction().query(
        `DELETE FROM sandbox.planned_results WHERE enterprise_id = $1 AND end_to_end_id = $2 AND reported_at IS NULL`,
        [enterpriseId, leg.end_to_end_id],
      );
    }
    // After the deletion, which waits for results that are being reported.
    if (await this.isTooLate(leg, requested)) throw sandboxErrors.outcome_not_possible();
    const { kind, networkReasonCode } = outcomesOf(requested).at(-1)!;
    const latest = [at, leg.settles_at, leg.status === 'released' ? leg.hold_until : null];
    const due_at = new Date(Math.max(...latest.map((instant) => instant?.getTime() ?? 0)));
    const { end_to_end_id } = leg;
    await this.processor.plan([
      { id: newId(), end_to_end_id, kind, network_reason_code: networkReasonCode, due_at, report: {} },
    ]);
  }

  // The network may have reported what the transfer does not know yet.
  private async isTooLate({ status, end_to_end_id }: LegState, { kind }: RequestedOutcome): Promise<boolean> {
    if (kind === 'notification_of_change') return false;
    const progress = await this.processor.progressOf(end_to_end_id);
    if (progress === 'ended' || kind === 'return') return progress === 'ended';
    return progress === 'accepted' || status === 'accepted' || status === 'settled' || status === 'released';
  }
}
