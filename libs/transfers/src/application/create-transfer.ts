import { Injectable } from '@nestjs/common';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import type { DomainError } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Transfer } from '../domain/transfer.js';
import type { NewTransfer, TransferRequest } from '../domain/transfer-state.js';
import { currentMaker } from './current-maker.js';
import { toTransferView } from './transfer.view.js';
import type { TransferView } from './transfer.view.js';
import { Transfers } from './ports.js';
import { explainRejection, missingSubledger } from './explain-rejection.js';

/**
 * Accepts a transfer: stores it with its history, its event and its first task.
 * @throws the codes of transfer.errors.ts that are about stored data and settings
 */
@Injectable()
export class CreateTransfer {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly transfers: Transfers,
    private readonly clock: Clock,
  ) {}

  execute(request: TransferRequest): Promise<TransferView> {
    const missing = missingSubledger(request);
    if (missing !== undefined) throw missing;
    const { enterpriseName } = workContext.tenant();
    const opened = Transfer.open(request, {
      id: newId(),
      enterpriseName,
      maker: currentMaker(),
      now: this.clock.now(),
    });
    return this.unitOfWork.run(async () => {
      await this.transfers.add(opened, () => this.rejection(opened.state));
      return toTransferView(opened.state, []);
    });
  }

  private rejection(transfer: NewTransfer): Promise<DomainError | undefined> {
    return this.unitOfWork.read(() => explainRejection(transfer, this.transfers));
  }
}
