import type { InfiniteData, QueryState, UseInfiniteQueryOptions } from '@tanstack/react-query';
import type { Page } from './client.js';

export const PAGE_SIZE = 100;
/** 3,000 rows are held. Pages beyond that drop out, and come back by their cursors. */
const MOST_PAGES = 30;
/** Whoever has read on this far looks at the past, which does not change. */
const MOST_REREAD = 3;

/** Where a page of a list begins, and by which way it was reached. */
export class Cursor {
  static readonly first = new Cursor(undefined, 0, undefined);

  private constructor(
    /** The last item of the page before. */
    readonly after: string | undefined,
    /** How many rows are before this page. */
    readonly start: number,
    readonly previous: Cursor | undefined,
  ) {}

  /** The page that follows this one; undefined if it is the last. */
  next({ next, items }: Page<unknown>): Cursor | undefined {
    return next === undefined ? undefined : new Cursor(next, this.start + items.length, this);
  }
}

/** The page with a row that the page of the cursor or one before it has. */
export function backTo(cursor: Cursor, row: number): Cursor {
  let found = cursor;
  while (found.start > row && found.previous !== undefined) found = found.previous;
  return found;
}

export type Pages<Item> = InfiniteData<Page<Item>, Cursor>;

export type ListQuery<Item> = UseInfiniteQueryOptions<Page<Item>, Error, Pages<Item>, readonly unknown[], Cursor>;

interface ListOptions<Item> {
  readonly key: readonly unknown[];
  readonly read: (after: string | undefined, signal: AbortSignal) => Promise<Page<Item>>;
}

/** A list of the API, read page by page in both directions. */
export const list = <Item>({ key, read }: ListOptions<Item>): ListQuery<Item> => ({
  queryKey: key,
  queryFn: ({ pageParam, signal }) => read(pageParam.after, signal),
  initialPageParam: Cursor.first,
  getNextPageParam: (last, _, cursor) => cursor.next(last),
  getPreviousPageParam: (_, __, cursor) => cursor.previous,
  maxPages: MOST_PAGES,
  refetchOnMount: ({ state }) => isReread(state),
  refetchOnWindowFocus: ({ state }) => isReread(state),
  refetchOnReconnect: ({ state }) => isReread(state),
});

/** Whether what was read is read again when it may have changed; all that is not a long list. */
export function isReread({ data }: Pick<QueryState, 'data'>): boolean {
  const { pages = [], pageParams = [] } = (data ?? {}) as Partial<Pages<unknown>>;
  return pages.length <= MOST_REREAD && (pageParams[0]?.start ?? 0) === 0;
}

export const paged = (after: string | undefined) => ({ size: PAGE_SIZE, ...(after !== undefined && { after }) });
