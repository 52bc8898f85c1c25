import { workContext } from '@payments/observability';
import { ProcessorReports } from '../../application/ports.js';
import type { ReportLine } from '../../application/ports.js';
import { ProcessorCallError } from './processor-client.js';
import type { ProcessorClient } from './processor-client.js';
import { REPORT_PAGE_SIZE, reportPage } from './protocol.js';

/** A connector that returns endless pages must not fill the memory. */
const MAX_PAGES = 400;

/** The bank's books, as its connector returns them, page by page. */
export class HttpReports extends ProcessorReports {
  constructor(private readonly client: ProcessorClient) {
    super();
  }

  async report({ from, to }: { readonly from: Date; readonly to: Date }): Promise<ReportLine[]> {
    const asked = {
      from: from.toISOString(),
      to: to.toISOString(),
      enterprise_id: workContext.enterpriseId(),
      limit: String(REPORT_PAGE_SIZE),
    };
    const lines: ReportLine[] = [];
    let after: Record<string, string> = {};
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const path = `/report?${new URLSearchParams({ ...asked, ...after }).toString()}`;
      const page = await this.client.ask({ operation: 'report', method: 'GET', path }, reportPage);
      for (const line of page.lines) lines.push(line);
      if ((page.next_cursor ?? null) === null) return lines;
      after = { after: page.next_cursor! };
    }
    throw new ProcessorCallError('report', `has more than ${MAX_PAGES} pages`, 'too_long');
  }
}
