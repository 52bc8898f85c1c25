import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { errorLines, ERRORS_HEAD } from '../domain/errors-csv.js';
import { ReadBulks } from './read-bulks.js';

const PAGE = 500;

/**
 * The refused rows as pieces of a CSV file. Each page is read on demand, in a short transaction; the first one before this
 * returns, so that an error still gets its own status.
 */
@Injectable()
export class ExportErrors {
  constructor(private readonly readBulks: ReadBulks) {}

  /** @throws unknown_id */
  async execute(bulkId: string): Promise<AsyncIterable<string>> {
    const pageAfter = (after: number) =>
      this.readBulks.listRows({ bulk_id: bulkId, status: ['refused'], after, size: PAGE });
    const first = await pageAfter(0);
    // The pieces are read outside of the request's context.
    const context = workContext.get();
    return (async function* () {
      yield ERRORS_HEAD;
      for (let page = first; ;) {
        yield errorLines(page.items);
        const { next } = page;
        if (next === undefined) return;
        page = await workContext.run(context, () => pageAfter(Number(next)));
      }
    })();
  }
}
