import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { CSV_HEAD, toCsv } from './entry-csv.js';
import { ListEntries } from './list-entries.js';
import type { EntryFilter } from './ports.js';

const EXPORT_PAGE = 500;

/**
 * All matching entries, or `size` of them, as pieces of a CSV file. Each page is read on demand, in a short transaction.
 * The first page is read before this returns, so that an error still gets its own status.
 */
@Injectable()
export class ExportEntries {
  constructor(private readonly listEntries: ListEntries) {}

  async execute(filter: EntryFilter): Promise<AsyncIterable<string>> {
    let left = filter.size ?? Infinity;
    const pageAt = (from: EntryFilter) => this.listEntries.execute({ ...from, size: Math.min(left, EXPORT_PAGE) });
    const first = await pageAt(filter);
    const { index: _, ...rest } = filter;
    // The pieces are read outside of the request's context.
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
