import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import { transferErrors } from '../domain/transfer.errors.js';
import { TransferSteps } from './transfer-steps.js';

/** Cancels the legs of a transfer that have not reached the network. @throws unknown_id, transfer_not_cancelable */
@Injectable()
export class CancelTransfer {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly steps: TransferSteps,
  ) {}

  async execute(id: string): Promise<void> {
    if (!isUuid(id)) throw transferErrors.unknown_id();
    await this.unitOfWork.run(() =>
      this.steps.take({ ids: [id] }, ([transfer], moment) => {
        if (transfer === undefined) throw transferErrors.unknown_id();
        transfer.cancel(moment);
      }),
    );
  }
}
