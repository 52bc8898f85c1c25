import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { Ledger, OWN_BOOK } from '@payments/ledger';
import { workContext } from '@payments/observability';
import { planOf } from '../domain/leg-plan.js';
import { expectedDelivery } from '../domain/leg-steps.js';
import { openLegs } from '../domain/open-legs.js';
import { Transfer } from '../domain/transfer.js';
import type { TransferState } from '../domain/transfer-state.js';
import { transferTypes } from '../domain/transfer-type.js';
import { verificationDecision } from '../domain/verification-decision.js';
import type { BankingMoment } from './banking-time.js';
import { DebitValidators } from './debit-validation.js';
import { Gates } from './gates.js';
import { Transfers } from './ports.js';
import { fails, failsFor, foreseen, passes, verified } from './preview-checks.js';
import type { PreviewCheck } from './preview-checks.js';
import { toPlanView } from './preview.view.js';
import type { PreviewView } from './preview.view.js';
import { Routes } from './routes.js';

const END_OF_TIME = new Date(8_640_000_000_000_000);

/** What acceptance would make of a transfer. */
interface ForeseenTransfer {
  /** In the order in which acceptance decides. */
  readonly checks: readonly PreviewCheck[];
  readonly plan: Pick<PreviewView, 'legs' | 'fees' | 'arrival' | 'estimated_funds_delivery_date'>;
}

/** Foresees what acceptance would make of a transfer that is not stored. It reads, in the current unit of work. */
@Injectable()
export class ForeseeTransfer {
  constructor(
    private readonly transfers: Transfers,
    private readonly routes: Routes,
    private readonly gates: Gates,
    private readonly debitValidators: DebitValidators,
    private readonly ledger: Ledger,
  ) {}

  async execute(transfer: TransferState, moment: BankingMoment): Promise<ForeseenTransfer> {
    const { now, at } = moment;
    const restored = Transfer.restore(transfer, []);
    const [routing, verification, foresights, funds] = await Promise.all([
      this.routes.prepare([restored]),
      this.verification(restored),
      this.gates.foresee(transfer, moment),
      this.funds(transfer),
    ]);
    const opened = openLegs(transfer, { newLegId: newId, routing, at, now });
    const checks = [
      ...verified(verificationDecision(transfer, verification, { now, waitUntil: END_OF_TIME })),
      ...foresights.flatMap(({ foresight, ...gate }) => foreseen(gate, foresight)),
      ...('stuck' in opened ? failsFor('rail', opened.stuck) : [passes('rail')]),
      ...funds,
    ];
    if ('stuck' in opened) return { checks, plan: { legs: [], fees: [] } };
    const { legs } = opened;
    const { fees = {} } = workContext.tenant().settings;
    const estimated_funds_delivery_date = expectedDelivery(legs, routing.schedule).toISOString();
    const plan = toPlanView(planOf(legs, at, routing.schedule), fees);
    return { checks, plan: { ...plan, estimated_funds_delivery_date } };
  }

  private async verification(transfer: Transfer) {
    const state = transfer.snapshot();
    const found = await this.transfers.partyVerification(state);
    const judged = await this.debitValidators.judge([transfer], new Map([[state.id, found]]));
    return judged.get(state.id)!;
  }

  private async funds({ use_case, amount, subledger_id }: TransferState): Promise<readonly PreviewCheck[]> {
    if (!transferTypes[use_case].paysFromBalance) return [];
    const available = await this.ledger.available(subledger_id ?? OWN_BOOK);
    return [amount > available ? fails('funds', 'enterprise_insufficient_funds') : passes('funds')];
  }
}
