import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, pageOf } from './client.js';
import { list, paged } from './list.js';
import { byId } from './queries.js';
import type { Filter } from './queries.js';

/** No event tells of files. A transfer that changes often does; else they are read again as often as this. */
const POLL_MS = 15_000;

export const bankWindowsQuery = () =>
  queryOptions({
    queryKey: ['rails', 'windows'],
    queryFn: ({ signal }) => dataOf(api.GET('/portal/rails/windows', { signal })),
    refetchInterval: POLL_MS,
  });

export const bankFilesQuery = (filter: Filter) => ({
  ...list({
    key: ['rails', 'files', filter],
    read: (after, signal) =>
      pageOf(
        api.GET('/portal/rails/files', { params: { query: { ...filter, ...paged(after) } }, signal }),
        ({ files }) => files,
      ),
  }),
  refetchInterval: POLL_MS,
});

export const bankFileQuery = (id: string) =>
  queryOptions({
    queryKey: ['rails', 'files', id],
    queryFn: ({ signal }) => dataOf(api.GET('/portal/rails/files/{id}', { params: byId(id), signal })),
    refetchInterval: POLL_MS,
  });

export const bankFileEntriesQuery = (id: string) =>
  list({
    key: ['rails', 'files', id, 'entries'],
    read: (after, signal) =>
      pageOf(
        api.GET('/portal/rails/files/{id}/entries', { params: { ...byId(id), query: paged(after) }, signal }),
        ({ entries }) => entries,
      ),
  });

/** Those that nobody has resolved yet. */
export const openExceptionsQuery = () => ({
  ...list({
    key: ['rails', 'exceptions'],
    read: (after, signal) =>
      pageOf(
        api.GET('/portal/rails/exceptions', { params: { query: { state: ['open'], ...paged(after) } }, signal }),
        ({ exceptions }) => exceptions,
      ),
  }),
  refetchInterval: POLL_MS,
});
