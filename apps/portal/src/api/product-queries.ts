import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, pageOf } from './client.js';
import { list, PAGE_SIZE, paged } from './list.js';
import { pollInterval } from './live.js';
import { byId } from './queries.js';
import type { Filter } from './queries.js';

export const schedulesQuery = (filter: Filter) =>
  list({
    key: ['schedules', 'list', filter],
    read: (after, signal) =>
      pageOf(
        api.GET('/deliver/schedules', { params: { query: { ...filter, ...paged(after) } }, signal }),
        ({ schedules }) => schedules,
      ),
  });

export const scheduleQuery = (id: string) =>
  queryOptions({
    queryKey: ['schedules', id],
    queryFn: ({ signal }) => dataOf(api.GET('/deliver/schedules/{id}', { params: byId(id), signal })),
    select: ({ schedule }) => schedule,
    refetchInterval: pollInterval,
  });

/** What became of the past dates of a schedule. */
export const occurrencesQuery = (id: string) =>
  list({
    key: ['schedules', id, 'occurrences'],
    read: (after, signal) =>
      pageOf(
        api.GET('/deliver/schedules/{id}/occurrences', { params: { ...byId(id), query: paged(after) }, signal }),
        ({ occurrences }) => occurrences,
      ),
  });

export const verificationsQuery = (filter: Filter) =>
  list({
    key: ['verifications', 'list', filter],
    read: (after, signal) =>
      pageOf(
        api.GET('/verify/accounts', { params: { query: { ...filter, ...paged(after) } }, signal }),
        ({ accounts }) => accounts,
      ),
  });

export const verificationQuery = (id: string) =>
  queryOptions({
    queryKey: ['verifications', id],
    queryFn: ({ signal }) => dataOf(api.GET('/verify/accounts/{id}', { params: byId(id), signal })),
    select: ({ account }) => account,
    refetchInterval: pollInterval,
  });

/** The newest subledgers that are open, as forms offer them. */
export const newestSubledgersQuery = () =>
  queryOptions({
    queryKey: ['subledgers', 'newest'],
    queryFn: ({ signal }) => dataOf(api.GET('/deliver/subledgers', { params: { query: { size: PAGE_SIZE } }, signal })),
    select: ({ subledgers }) => subledgers.filter(({ closed_at }) => closed_at === undefined),
  });
