import { boolean, oneOf, Optional, pattern, Required, text, valuesOf } from '@payments/http';
import type { Rule } from '@payments/http';
import { viewPages } from '../../domain/saved-view.js';
import type { ViewContent, ViewPage } from '../../domain/saved-view.js';

const page = oneOf(viewPages);

export class ViewsQuery {
  /** Only views of this page. */
  @Optional({ ...page, fromQuery: true } satisfies Rule)
  readonly page?: ViewPage;
}

export class ViewDto implements ViewContent {
  @Required(page)
  declare page: ViewPage;

  @Required(text({ max: 60, example: 'Failed today' }))
  declare name: string;

  /** The filters as they stand in the address of the page, without the question mark. */
  @Required(
    text({
      ...{ min: 0, max: 2_048, blank: true, verbatim: true },
      ...{ pattern: /^[!-~]*$/, expected: 'a query string, percent-encoded', example: 'status=failed&status=pending' },
    }),
  )
  declare query: string;

  /** The columns in their order. Those of the page if omitted. */
  @Optional(
    valuesOf(pattern(/^[a-z_]{1,30}$/, 'the name of a column, in small letters', 'amount'), { min: 1, max: 30 }),
  )
  declare columns?: readonly string[];

  /** Whether all users of the enterprise see it. Needs the scope `write:settings`. */
  @Required(boolean())
  declare shared: boolean;
}
