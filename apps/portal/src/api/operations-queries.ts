import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, pageOf } from './client.js';
import { list, paged } from './list.js';
import { pollInterval } from './live.js';
import { byId } from './queries.js';
import type { Filter } from './queries.js';

const BATCHES = 25;

/** The saved views of the list of transfers: the user's own and the shared ones. */
export const viewsQuery = () =>
  queryOptions({
    queryKey: ['views'],
    queryFn: ({ signal }) => dataOf(api.GET('/portal/views', { params: { query: { page: 'transfers' } }, signal })),
    select: ({ views }) => views,
  });

export const refusedRequestsQuery = (filter: Filter) =>
  list({
    key: ['refused-requests', filter],
    read: (after, signal) =>
      pageOf(
        api.GET('/portal/requests', { params: { query: { ...filter, ...paged(after) } }, signal }),
        ({ requests }) => requests,
      ),
  });

export const healthQuery = () =>
  queryOptions({
    queryKey: ['health'],
    queryFn: ({ signal }) => dataOf(api.GET('/portal/health', { signal })),
    select: ({ health }) => health,
    refetchInterval: pollInterval,
  });

export const reconciliationQuery = () =>
  queryOptions({
    queryKey: ['reconciliation'],
    queryFn: ({ signal }) => dataOf(api.GET('/portal/reconciliation', { signal })),
    select: ({ reconciliation }) => reconciliation,
  });

export const batchesQuery = () =>
  list({
    key: ['batches', 'list'],
    read: (after, signal) =>
      pageOf(
        api.GET('/portal/batches', {
          params: { query: { size: BATCHES, ...(after !== undefined && { after }) } },
          signal,
        }),
        ({ batches }) => batches,
      ),
  });

export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: ['batches', id],
    queryFn: ({ signal }) => dataOf(api.GET('/portal/batches/{id}', { params: byId(id), signal })),
    select: ({ batch }) => batch,
    refetchInterval: pollInterval,
  });

/** Nothing on the event stream tells of an attempt. */
const ATTEMPT_POLL_MS = 2_000;

/** The deliveries of an event to every endpoint. */
export const eventDeliveriesQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'events', eventId, 'deliveries'],
    queryFn: ({ signal }) => dataOf(api.GET('/webhooks/events/{id}/deliveries', { params: byId(eventId), signal })),
    select: ({ deliveries }) => deliveries,
    refetchInterval: ({ state: { data } }) =>
      data?.deliveries.some(({ status }) => status === 'pending') ? ATTEMPT_POLL_MS : pollInterval(),
  });
