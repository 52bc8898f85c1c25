import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { transferErrors } from '../domain/transfer.errors.js';
import type { TransferStatus } from '../domain/transfer-status.js';
import { Transfers } from './ports.js';
import type { TransferFilter } from './ports.js';
import { toTransferView } from './transfer.view.js';
import type { TransferView } from './transfer.view.js';

export interface HistoryView {
  /** Oldest first. */
  readonly statuses: readonly { readonly status: TransferStatus; readonly updated_at: string }[];
}

/** Reads transfers. @throws unknown_id */
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

  async list(filter: TransferFilter): Promise<Page<TransferView>> {
    const page = await this.unitOfWork.read(() => this.transfers.list(filter));
    return { ...page, items: page.items.map(({ state, legs }) => toTransferView(state, legs)) };
  }

  async history(id: string): Promise<HistoryView> {
    const changes = isUuid(id) ? await this.unitOfWork.read(() => this.transfers.history(id)) : [];
    if (changes.length === 0) throw transferErrors.unknown_id();
    return {
      statuses: changes.map(({ status, updated_at }) => ({ status, updated_at: updated_at.toISOString() })),
    };
  }
}
