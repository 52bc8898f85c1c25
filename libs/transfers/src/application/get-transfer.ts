import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import { transferErrors } from '../domain/transfer.errors.js';
import { Transfers } from './ports.js';
import { toTransferView } from './transfer.view.js';
import type { TransferView } from './transfer.view.js';

/** @throws unknown_id */
@Injectable()
export class GetTransfer {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly transfers: Transfers,
  ) {}

  async execute(id: string): Promise<TransferView> {
    const found = isUuid(id) ? await this.unitOfWork.read(() => this.transfers.find(id)) : undefined;
    if (found === undefined) throw transferErrors.unknown_id();
    return toTransferView(found.state, found.legs);
  }
}
