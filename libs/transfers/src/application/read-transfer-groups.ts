import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { transferGroupErrors } from '../domain/transfer-group.errors.js';
import { TransferGroups } from './ports.js';
import type { TransferGroupFilter } from './ports.js';
import { toTotalsView, toTransferGroupView } from './transfer-group.view.js';
import type { SummedGroupView, TransferGroupView } from './transfer-group.view.js';

@Injectable()
export class ReadTransferGroups {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly groups: TransferGroups,
  ) {}

  /** With its totals. @throws unknown_id */
  get(id: string): Promise<SummedGroupView> {
    return this.unitOfWork.read(async () => {
      const group = await this.groups.find(id);
      if (group === undefined) throw transferGroupErrors.unknown_id();
      return { ...toTransferGroupView(group), totals: toTotalsView(await this.groups.totals(id)) };
    });
  }

  /** Newest first. */
  list(filter: TransferGroupFilter): Promise<Page<TransferGroupView>> {
    return this.unitOfWork.read(async () => {
      const { items, ...rest } = await this.groups.list(filter);
      return { items: items.map(toTransferGroupView), ...rest };
    });
  }
}
