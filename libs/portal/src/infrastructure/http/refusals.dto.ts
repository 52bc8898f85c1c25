import { ListQuery, Optional, text } from '@payments/http';
import type { Rule } from '@payments/http';
import type { RefusalFilter } from '../../application/refusals.js';

const word: Rule = { ...text({ max: 128, verbatim: true }), fromQuery: true };

export class RefusalQuery extends ListQuery implements RefusalFilter {
  /** Only requests that were answered with this code. */
  @Optional(word)
  readonly error_code?: string;

  /** Only requests with this `X-Request-Id`. */
  @Optional(word)
  readonly request_id?: string;
}
