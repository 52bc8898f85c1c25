import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, pageOf } from '../../api/client.js';
import { isReread, list, paged } from '../../api/list.js';
import type { ListQuery } from '../../api/list.js';
import { pollInterval } from '../../api/live.js';
import { byId } from '../../api/queries.js';
import type { Filter } from '../../api/queries.js';
import type { BulkTransfer } from '../../api/types.js';

/** Events tell how far the creation is, but not how far rows are checked. */
const PROGRESS_POLL_MS = 1_000;

const isWorking = ({ status }: BulkTransfer): boolean => status === 'validating' || status === 'running';

export const bulksQuery = (filter: Filter): ListQuery<BulkTransfer> => ({
  ...list({
    key: ['bulk_transfers', 'list', filter],
    read: (after, signal) =>
      pageOf(
        api.GET('/deliver/bulk-transfers', { params: { query: { ...filter, ...paged(after) } }, signal }),
        ({ bulk_transfers }) => bulk_transfers,
      ),
  }),
  refetchInterval: ({ state }) =>
    isReread(state) && state.data?.pages.some(({ items }) => items.some(isWorking)) ? PROGRESS_POLL_MS : false,
});

export const bulkQuery = (id: string) =>
  queryOptions({
    queryKey: ['bulk_transfers', id],
    queryFn: ({ signal }) => dataOf(api.GET('/deliver/bulk-transfers/{id}', { params: byId(id), signal })),
    select: ({ bulk_transfer }) => bulk_transfer,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isWorking(data.bulk_transfer) ? PROGRESS_POLL_MS : pollInterval(),
  });

/** The parts of the file that the service has. */
export const partsQuery = (id: string) =>
  queryOptions({
    queryKey: ['bulk_transfers', id, 'parts'],
    queryFn: ({ signal }) => dataOf(api.GET('/deliver/bulk-transfers/{id}/parts', { params: byId(id), signal })),
    select: ({ parts }) => parts,
    refetchInterval: pollInterval,
  });
