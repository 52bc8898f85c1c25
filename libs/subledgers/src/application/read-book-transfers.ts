import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { bookTransferErrors } from '../domain/subledger.errors.js';
import { toBookTransferView } from './book-transfer.view.js';
import type { BookTransferView } from './book-transfer.view.js';
import { BookTransfers } from './ports.js';
import type { BookTransferFilter } from './ports.js';

@Injectable()
export class ReadBookTransfers {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly bookTransfers: BookTransfers,
  ) {}

  /** @throws unknown_id */
  get(id: string): Promise<BookTransferView> {
    return this.unitOfWork.read(async () => {
      const transfer = await this.bookTransfers.find(id);
      if (transfer === undefined) throw bookTransferErrors.unknown_id();
      return toBookTransferView(transfer);
    });
  }

  /** Newest first. */
  list(filter: BookTransferFilter): Promise<Page<BookTransferView>> {
    return this.unitOfWork.read(async () => {
      const { items, ...rest } = await this.bookTransfers.list(filter);
      return { items: items.map(toBookTransferView), ...rest };
    });
  }
}
