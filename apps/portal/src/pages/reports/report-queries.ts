import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, pageOf } from '../../api/client.js';
import { isReread, list, paged } from '../../api/list.js';
import type { ListQuery } from '../../api/list.js';
import { pollInterval } from '../../api/live.js';
import { byId } from '../../api/queries.js';
import type { Filter } from '../../api/queries.js';
import { reachedTime } from '../../api/server-time.js';
import type { Report } from '../../api/types.js';
import { periodOf } from './period.js';
import { isUnfinished } from './report-values.js';

/** Events tell when a report is finished, but not how far it is. */
const PROGRESS_POLL_MS = 2_000;

export const reportsQuery = (filter: Filter): ListQuery<Report> => ({
  ...list({
    key: ['reports', 'list', filter],
    read: (after, signal) =>
      pageOf(
        api.GET('/deliver/reports', { params: { query: { ...filter, ...paged(after) } }, signal }),
        ({ reports }) => reports,
      ),
  }),
  refetchInterval: ({ state }) =>
    isReread(state) && state.data?.pages.some(({ items }) => items.some(isUnfinished)) ? PROGRESS_POLL_MS : false,
});

export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: ['reports', id],
    queryFn: ({ signal }) => dataOf(api.GET('/deliver/reports/{id}', { params: byId(id), signal })),
    select: ({ report }) => report,
    refetchInterval: ({ state: { data } }) => (data && isUnfinished(data.report) ? PROGRESS_POLL_MS : pollInterval()),
  });

interface BalanceQuestion {
  readonly first: string;
  readonly last: string;
  readonly report_scope?: 'total' | 'enterprise' | 'subledger';
  readonly subledger_reference_id?: string;
}

export const balanceStatementQuery = ({ first, last, ...subject }: BalanceQuestion) =>
  queryOptions({
    queryKey: ['reports', 'balances', first, last, subject],
    queryFn: ({ signal }) => {
      const query = { ...periodOf(first, last, reachedTime()), ...subject };
      return dataOf(api.GET('/deliver/reports/balances', { params: { query }, signal }));
    },
    select: (body) => body.balance_statement_summary_report,
    retry: false,
  });
