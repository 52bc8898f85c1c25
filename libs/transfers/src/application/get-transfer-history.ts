import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import { transferErrors } from '../domain/transfer.errors.js';
import type { TransferStatus } from '../domain/transfer-status.js';
import { Transfers } from './ports.js';

export interface HistoryView {
  /** Oldest first. */
  readonly statuses: readonly { readonly status: TransferStatus; readonly updated_at: string }[];
}

/** The statuses that a transfer has had. @throws unknown_id */
@Injectable()
export class GetTransferHistory {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly transfers: Transfers,
  ) {}

  async execute(id: string): Promise<HistoryView> {
    const changes = isUuid(id) ? await this.unitOfWork.read(() => this.transfers.history(id)) : [];
    if (changes.length === 0) throw transferErrors.unknown_id();
    return {
      statuses: changes.map(({ status, updated_at }) => ({ status, updated_at: updated_at.toISOString() })),
    };
  }
}
