import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, pageOf } from './client.js';
import { isReread, list, paged } from './list.js';
import type { ListQuery } from './list.js';
import { pollInterval } from './live.js';
import { byId } from './queries.js';
import type { Filter } from './queries.js';
import { serverTime } from './server-time.js';
import type { WebhookDelivery } from './types.js';

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

/** The service makes an attempt within this time after it is due. */
const ATTEMPT_MS = 2_000;

/** Nothing on the event stream tells of an attempt: deliveries are read again soon after the next one is due. */
function untilAttempt(deliveries: readonly WebhookDelivery[]): number {
  const now = serverTime().getTime();
  const due = deliveries.map(({ next_attempt_at: at }) => (at === undefined ? pollInterval() : Date.parse(at) - now));
  return Math.min(pollInterval(), Math.max(0, Math.min(...due)) + ATTEMPT_MS);
}

/** The deliveries to an endpoint, newest first. */
export const deliveriesQuery = (id: string, filter: Filter): ListQuery<WebhookDelivery> => ({
  ...list({
    key: ['webhooks', 'deliveries', id, filter],
    read: (after, signal) =>
      pageOf(
        api.GET('/webhooks/configurations/{id}/deliveries', {
          params: { ...byId(id), query: { ...filter, ...paged(after) } },
          signal,
        }),
        ({ deliveries }) => deliveries,
      ),
  }),
  refetchInterval: ({ state }) =>
    isReread(state) && untilAttempt(state.data?.pages.flatMap(({ items }) => items) ?? []),
});

/** The deliveries of an event to every endpoint. */
export const eventDeliveriesQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'events', eventId, 'deliveries'],
    queryFn: ({ signal }) => dataOf(api.GET('/webhooks/events/{id}/deliveries', { params: byId(eventId), signal })),
    select: ({ deliveries }) => deliveries,
    refetchInterval: ({ state: { data } }) => untilAttempt(data?.deliveries ?? []),
  });
