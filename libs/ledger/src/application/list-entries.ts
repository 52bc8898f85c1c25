import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { toEntryView } from './entry.view.js';
import type { EntryView } from './entry.view.js';
import { LedgerReader } from './ports.js';
import type { EntryFilter } from './ports.js';

/** The entries of the enterprise, newest first. */
@Injectable()
export class ListEntries {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reader: LedgerReader,
  ) {}

  execute(filter: EntryFilter): Promise<Page<EntryView>> {
    return this.unitOfWork.read(async () => {
      const { items, ...rest } = await this.reader.entries(filter);
      return { items: items.map(toEntryView), ...rest };
    });
  }
}
