import { useState } from 'react';
import type { ReactNode } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { UseInfiniteQueryOptions, InfiniteData } from '@tanstack/react-query';
import type { Page } from '../api/client.js';
import { t } from '../messages/t.js';
import { Button } from './button.js';
import { DataTable } from './data-table.js';
import type { DataTableProps } from './data-table.js';
import { Banner, EmptyState, Failed, Skeleton, textOf } from './states.js';

interface ListViewProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'more'> {
  readonly query: UseInfiniteQueryOptions<
    Page<Row>,
    Error,
    InfiniteData<Page<Row>>,
    readonly unknown[],
    string | undefined
  >;
  /** Whether a filter is set: then an empty list means something else. */
  readonly isFiltered: boolean;
  readonly onClear?: () => void;
  /** What the list is for, and how its first row comes into being. */
  readonly empty: ReactNode;
}

/** A list of the API in all its states: on its way, empty, nothing found, failed, and rows. */
export function ListView<Row>({ query, isFiltered, onClear, empty, ...table }: ListViewProps<Row>) {
  const list = useInfiniteQuery(query);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list;
  const all = data?.pages.flatMap(({ items }) => items) ?? [];
  const { rows, held, showAll } = useSteadyRows(all, {
    ...{ idOf: table.idOf, list: JSON.stringify(query.queryKey) },
    isOpening: list.isFetching && !list.isFetchedAfterMount,
  });
  if (data === undefined) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton />;
  const stale = error !== null && (
    <Banner tone="bad" icon="alert" action={<Button onClick={() => void refetch()}>{t('state.retry')}</Button>}>
      {t('state.stale', { text: textOf(error) })}
    </Banner>
  );
  if (rows.length === 0 && isFiltered) {
    return (
      <EmptyState icon="filter" title={t('state.nothingFound.title')} text={t('state.nothingFound.text')}>
        {onClear && <Button onClick={onClear}>{t('filter.clear')}</Button>}
      </EmptyState>
    );
  }
  if (rows.length === 0) return empty;
  return (
    <>
      {stale}
      <div>
        <div aria-live="polite">
          {held > 0 && (
            <Button size="wide" icon="refresh" onClick={showAll}>
              {t('table.new', { count: held })}
            </Button>
          )}
        </div>
        <DataTable
          {...table}
          rows={rows}
          more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: () => void fetchNextPage() }}
        />
      </div>
    </>
  );
}

interface SteadyOptions<Row> {
  readonly idOf: (row: Row) => string;
  readonly list: string;
  /** The list was just opened, and what is known of it from before is being read again. */
  readonly isOpening: boolean;
}

/** Rows that came on top since the list was opened wait, so that nothing moves under the pointer. */
function useSteadyRows<Row>(all: readonly Row[], { idOf, list, isOpening }: SteadyOptions<Row>) {
  const [top, setTop] = useState<{ readonly list: string; readonly id: string }>();
  const first = all[0];
  const position = top?.list === list ? all.findIndex((row) => idOf(row) === top.id) : -1;
  const showAll = () => setTop(first && { list, id: idOf(first) });
  // A new list, or one whose first row is gone.
  if (position === -1 && first !== undefined && !isOpening) showAll();
  const held = Math.max(position, 0);
  return { rows: all.slice(held), held, showAll };
}
