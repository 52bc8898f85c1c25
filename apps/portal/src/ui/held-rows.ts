import { useEffect, useRef, useState } from 'react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { backTo } from '../api/list.js';
import type { ListQuery, Pages } from '../api/list.js';

/** The rows of a list that are held, and how those around them are read. */
export function useHeldRows<Row>(query: ListQuery<Row>, idOf: (row: Row) => string) {
  const queries = useQueryClient();
  const list = useInfiniteQuery(query);
  const { data, isFetching, fetchNextPage, fetchPreviousPage } = list;
  const { queryKey } = query;
  const all = data?.pages.flatMap(({ items }) => items) ?? [];
  const start = data?.pageParams[0]?.start ?? 0;
  const { held, showAll } = useSteadyTop(all, {
    ...{ idOf, start, list: JSON.stringify(queryKey) },
    isOpening: isFetching && !list.isFetchedAfterMount,
  });
  const hasGap = start === 0 && data?.pageParams[1] !== undefined && data.pages[0]!.next !== data.pageParams[1].after;
  useEffect(() => {
    // Rows that came meanwhile moved the end of the first page, so that the second no longer follows it.
    if (hasGap) {
      queries.setQueryData<Pages<Row>>(
        queryKey,
        (old) => old && { pages: [old.pages[0]!], pageParams: [old.pageParams[0]!] },
      );
    }
  });

  const isJumping = useRef(false);
  /** Holds the page with a row instead, where the pages between are not worth reading. */
  const jumpBackTo = async (row: number) => {
    const cursor = backTo(data!.pageParams[0]!, row + held);
    isJumping.current = true;
    try {
      const pages = await queries.fetchInfiniteQuery({
        ...{
          ...query,
          queryKey: [...queryKey, 'from', cursor.start],
          initialPageParam: cursor,
          gcTime: 0,
          staleTime: 0,
        },
      });
      queries.setQueryData(queryKey, pages);
    } finally {
      isJumping.current = false;
    }
  };
  const readBefore = (row: number) => {
    if (isJumping.current || isFetching || data === undefined) return;
    const before = data.pageParams[0]?.previous;
    if (before === undefined) return;
    if (row + held >= before.start) void fetchPreviousPage();
    // What fails is shown by the list as soon as its own pages are read.
    else void jumpBackTo(row).catch(() => fetchPreviousPage());
  };
  return {
    ...{ list, held, showAll, readBefore },
    rows: start === 0 ? all.slice(held) : all,
    /** The place of the first held row in the list. */
    offset: Math.max(0, start - held),
    readNext: () => {
      if (!isFetching) void fetchNextPage();
    },
  };
}

interface SteadyOptions<Row> {
  readonly idOf: (row: Row) => string;
  readonly list: string;
  /** How many rows are before those that are held. */
  readonly start: number;
  /** The list was just opened, and what is known of it from before is being read again. */
  readonly isOpening: boolean;
}

/** Rows that came on top since the list was opened wait, so that nothing moves under the pointer. */
function useSteadyTop<Row>(all: readonly Row[], { idOf, list, start, isOpening }: SteadyOptions<Row>) {
  const [top, setTop] = useState<{ readonly list: string; readonly id: string; readonly held: number }>();
  const first = all[0];
  const isKnown = top?.list === list;
  const position = isKnown && start === 0 ? all.findIndex((row) => idOf(row) === top.id) : -1;
  const showAll = () => setTop(first && { list, id: idOf(first), held: 0 });
  // A new list, or one whose first row is gone; not one of which other pages are held.
  const isLost = start === 0 ? position === -1 : !isKnown;
  if (isLost && first !== undefined && !isOpening) showAll();
  else if (position > 0 && top!.held !== position) setTop({ ...top!, held: position });
  return { held: start === 0 ? Math.max(position, 0) : isKnown ? top.held : 0, showAll };
}
