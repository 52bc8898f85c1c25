import { Injectable } from '@nestjs/common';
import { Clock, isUuid, UnitOfWork } from '@payments/kernel';
import { transferErrors } from '../domain/transfer.errors.js';
import type { Transfer } from '../domain/transfer.js';
import type { Metadata } from '../domain/transfer-state.js';
import { TransferSteps } from './transfer-steps.js';
import { toTransferView } from './transfer.view.js';
import type { TransferView } from './transfer.view.js';

export interface ChangeTransferInput {
  readonly metadata: Metadata;
}

/** Replaces the metadata of a transfer, its only editable field. @throws unknown_id */
@Injectable()
export class ChangeTransfer {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly steps: TransferSteps,
    private readonly clock: Clock,
  ) {}

  async execute(id: string, { metadata }: ChangeTransferInput): Promise<TransferView> {
    if (!isUuid(id)) throw transferErrors.unknown_id();
    const change = ([transfer]: readonly Transfer[]) => {
      if (transfer === undefined) throw transferErrors.unknown_id();
      transfer.changeMetadata(metadata, this.clock.now());
      return toTransferView(transfer.snapshot(), transfer.legSnapshots());
    };
    return this.unitOfWork.run(() => this.steps.change({ ids: [id] }, change));
  }
}
