import { Injectable } from '@nestjs/common';
import { newId, UnitOfWork } from '@payments/kernel';
import { BankingTime, currentMaker } from '@payments/transfers';
import type { BulkRequest } from '../domain/bulk-state.js';
import { BulkTransfer } from '../domain/bulk-transfer.js';
import { NO_OUTCOMES, toBulkView } from './bulk.view.js';
import type { BulkView } from './bulk.view.js';
import { Bulks } from './ports.js';

/** Creates a bulk transfer, to which the parts of its file are sent. */
@Injectable()
export class CreateBulk {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly bulks: Bulks,
    private readonly bankingTime: BankingTime,
  ) {}

  /** @throws duplicate_bulk_reference_id, invalid_execute_at */
  execute(request: BulkRequest): Promise<BulkView> {
    return this.unitOfWork.run(async () => {
      const { now, at } = await this.bankingTime.read();
      const { created_by, owner } = currentMaker();
      const bulk = BulkTransfer.create(request, { id: newId(), now, at, created_by, owner });
      await this.bulks.add(bulk);
      return toBulkView({ state: bulk.snapshot(), outcomes: NO_OUTCOMES });
    });
  }
}
