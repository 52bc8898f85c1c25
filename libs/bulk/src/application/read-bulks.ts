import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { PaidAccounts } from '@payments/transfers';
import { bulkErrors } from '../domain/bulk.errors.js';
import { toBulkView, toPartView, toRowView } from './bulk.view.js';
import type { BulkView, PartView, RowView } from './bulk.view.js';
import { pinnedIn } from './judge-rows.js';
import { Bulks, Parts, Rows } from './ports.js';
import type { BulkFilter, RowFilter, StoredBulk } from './ports.js';

/** Reads bulk transfers, their parts and their rows. */
@Injectable()
export class ReadBulks {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly bulks: Bulks,
    private readonly parts: Parts,
    private readonly rows: Rows,
    private readonly paidAccounts: PaidAccounts,
  ) {}

  /** @throws unknown_id */
  get(id: string): Promise<BulkView> {
    return this.unitOfWork.read(async () => toBulkView(await this.demand(id)));
  }

  /** Newest first. */
  list(filter: BulkFilter): Promise<Page<BulkView>> {
    return this.unitOfWork.read(async () => {
      const { items, ...rest } = await this.bulks.list(filter);
      return { items: items.map(toBulkView), ...rest };
    });
  }

  /** The received parts, by number. @throws unknown_id */
  listParts(id: string): Promise<PartView[]> {
    return this.unitOfWork.read(async () => {
      await this.demand(id);
      return (await this.parts.list(id)).map(toPartView);
    });
  }

  /** In the order of the file. @throws unknown_id */
  listRows(filter: RowFilter): Promise<Page<RowView>> {
    return this.unitOfWork.read(async () => {
      await this.demand(filter.bulk_id);
      const { items, ...rest } = await this.rows.list(filter);
      const accounts = await this.paidAccounts.compare(items.map((row) => pinnedIn(row.accounts)));
      return { items: items.map((row, at) => toRowView(row, accounts[at]!)), ...rest };
    });
  }

  private async demand(id: string): Promise<StoredBulk> {
    const bulk = await this.bulks.find(id);
    if (bulk === undefined) throw bulkErrors.unknown_id();
    return bulk;
  }
}
