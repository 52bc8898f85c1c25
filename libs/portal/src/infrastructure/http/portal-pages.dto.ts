import { instant, Optional, Required, text } from '@payments/http';
import type { Rule } from '@payments/http';

const inQuery = (rule: Rule): Rule => ({ ...rule, fromQuery: true });

export class OverviewQuery {
  /** Transfers created then or later are counted. The last 24 hours if omitted. */
  @Optional(inQuery(instant()))
  readonly start_time?: Date;
}

export class SearchQuery {
  /** What to search for. */
  @Required(inQuery(text({ min: 2, max: 64, verbatim: true, example: 'payout-0001' })))
  readonly q!: string;
}
