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
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(query);
  if (data === undefined) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton />;
  const rows = data.pages.flatMap(({ items }) => items);
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
      <DataTable
        {...table}
        rows={rows}
        more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: () => void fetchNextPage() }}
      />
    </>
  );
}
