import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import type { Page } from '@payments/persistence';
import { CSV_HEAD, toCsv } from './entry-csv.js';
import { toEntryView } from './entry.view.js';
import type { EntryView } from './entry.view.js';
import { LedgerReader } from './ports.js';
import type { EntryFilter } from './ports.js';

const EXPORT_PAGE = 500;

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

  /**
   * All entries that match, or `size` of them, as the pieces of a CSV file: a page is read when it is wanted, each in a
   * short transaction of its own. The first one is read before this answers, so that what is wrong is said with a
   * status of its own.
   */
  async export(filter: EntryFilter): Promise<AsyncIterable<string>> {
    let left = filter.size ?? Infinity;
    const pageAt = (from: EntryFilter) => this.execute({ ...from, size: Math.min(left, EXPORT_PAGE) });
    const first = await pageAt(filter);
    const { index: _, ...rest } = filter;
    // Whoever reads the pieces does so outside of the request's context.
    const context = workContext.get();
    return (async function* () {
      yield CSV_HEAD;
      for (let page = first; ;) {
        yield toCsv(page.items);
        left -= page.items.length;
        const { next } = page;
        if (next === undefined || left === 0) return;
        page = await workContext.run(context, () => pageAt({ ...rest, after: next }));
      }
    })();
  }
}
