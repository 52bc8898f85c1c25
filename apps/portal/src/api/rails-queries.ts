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

export const bankStatementsQuery = (filter: Filter) => ({
  ...list({
    key: ['rails', 'statements', filter],
    read: (after, signal) =>
      pageOf(
        api.GET('/portal/rails/statements', { params: { query: { ...filter, ...paged(after) } }, signal }),
        ({ statements }) => statements,
      ),
  }),
  refetchInterval: POLL_MS,
});

export const bankStatementQuery = (id: string) =>
  queryOptions({
    queryKey: ['rails', 'statements', id],
    queryFn: ({ signal }) => dataOf(api.GET('/portal/rails/statements/{id}', { params: byId(id), signal })),
    select: ({ statement }) => statement,
    refetchInterval: POLL_MS,
  });

/** In the order of the statement. */
export const bankStatementLinesQuery = (id: string, filter: Filter) => ({
  ...list({
    key: ['rails', 'statements', id, 'lines', filter],
    read: (after, signal) =>
      pageOf(
        api.GET('/portal/rails/statements/{id}/lines', {
          params: { ...byId(id), query: { ...filter, ...paged(after) } },
          signal,
        }),
        ({ lines }) => lines,
      ),
  }),
  refetchInterval: POLL_MS,
});

/** Differences that the last comparison still found. */
export const openBreaksQuery = (filter: Filter) => ({
  ...list({
    key: ['rails', 'breaks', filter],
    read: (after, signal) =>
      pageOf(
        api.GET('/portal/rails/breaks', { params: { query: { ...filter, state: ['open'], ...paged(after) } }, signal }),
        ({ breaks }) => breaks,
      ),
  }),
  refetchInterval: POLL_MS,
});
