import { Injectable } from '@nestjs/common';
import { Clock, isUuid, UnitOfWork } from '@payments/kernel';
import { transferErrors } from '../domain/transfer.errors.js';
import type { Metadata } from '../domain/transfer-state.js';
import { Transfers } from './ports.js';
import { toTransferView } from './transfer.view.js';
import type { TransferView } from './transfer.view.js';

export interface ChangeTransferInput {
  readonly metadata: Metadata;
}

/** Replaces the metadata of a transfer, the one thing that may be changed of it. @throws unknown_id */
@Injectable()
export class ChangeTransfer {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly transfers: Transfers,
    private readonly clock: Clock,
  ) {}

  async execute(id: string, { metadata }: ChangeTransferInput): Promise<TransferView> {
    if (!isUuid(id)) throw transferErrors.unknown_id();
    return this.unitOfWork.run(async () => {
      const [transfer] = await this.transfers.lock({ ids: [id] });
      if (transfer === undefined) throw transferErrors.unknown_id();
      transfer.changeMetadata(metadata, this.clock.now());
      await this.transfers.save([transfer]);
      return toTransferView(transfer.snapshot(), transfer.legSnapshots());
    });
  }
}
