import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { Transfers } from './ports.js';
import type { TransferFilter } from './ports.js';
import { toTransferView } from './transfer.view.js';
import type { TransferView } from './transfer.view.js';

/** The transfers of the enterprise, newest first. */
@Injectable()
export class ListTransfers {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly transfers: Transfers,
  ) {}

  async execute(filter: TransferFilter): Promise<Page<TransferView>> {
    const page = await this.unitOfWork.read(() => this.transfers.list(filter));
    return { ...page, items: page.items.map(({ state, legs }) => toTransferView(state, legs)) };
  }
}
