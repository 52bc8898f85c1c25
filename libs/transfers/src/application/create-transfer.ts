import { Injectable } from '@nestjs/common';
import { Clock, Money, newId, UnitOfWork } from '@payments/kernel';
import type { DomainError } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { transferErrors } from '../domain/transfer.errors.js';
import { keptMetadata } from '../domain/transfer-state.js';
import { useCaseOf } from '../domain/transfer-type.js';
import type { Metadata, Speed } from '../domain/transfer-state.js';
import { toTransferView } from './transfer.view.js';
import type { TransferView } from './transfer.view.js';
import { Transfers } from './ports.js';
import type { NamedParty, NewTransfer } from './ports.js';
import { refusalOf } from './explain-rejection.js';

export interface CreateTransferInput {
  readonly transfer_reference_id: string;
  readonly source?: NamedParty;
  readonly destination?: NamedParty;
  /** Cents. */
  readonly amount: number;
  readonly currency: 'USD';
  readonly speed: Speed;
  readonly account_statement_descriptor?: string;
  readonly metadata?: Metadata;
}

/**
 * Accepts a transfer: one statement stores it with its history, its event and the task that carries it on.
 * @throws the codes of transfer.errors.ts that are about stored data
 */
@Injectable()
export class CreateTransfer {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly transfers: Transfers,
    private readonly clock: Clock,
  ) {}

  execute(input: CreateTransferInput): Promise<TransferView> {
    const transfer = openTransfer(input, this.clock.now());
    const view = toTransferView(transfer, []);
    return this.unitOfWork.run(async () => {
      if (!(await this.transfers.insert(transfer, { transfer: view }))) throw await this.refusal(transfer);
      return view;
    });
  }

  // The statement stores nothing when a party is unusable or the reference is taken; only then is it asked which.
  private async refusal(transfer: NewTransfer): Promise<DomainError> {
    const refusal = await refusalOf(transfer, this.transfers);
    return refusal ?? transferErrors.duplicate_transfer_reference_id();
  }
}

function openTransfer(input: CreateTransferInput, now: Date): NewTransfer {
  const { source, destination } = input;
  return {
    id: newId(),
    transfer_reference_id: input.transfer_reference_id,
    use_case: useCaseOf({ source, destination }, workContext.tenant().enterpriseName),
    amount: Money.fromWire(input.amount).cents,
    currency: input.currency,
    speed: input.speed,
    source: source ?? null,
    destination: destination ?? null,
    status: 'created',
    status_reasons: [],
    account_statement_descriptor: input.account_statement_descriptor ?? null,
    estimated_funds_delivery_date: null,
    metadata: keptMetadata(input.metadata),
    sequence: 1,
    version: 1,
    created_at: now,
    updated_at: now,
  };
}
