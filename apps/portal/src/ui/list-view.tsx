import type { ReactNode } from 'react';
import type { ListQuery } from '../api/list.js';
import { t } from '../messages/t.js';
import { Button } from './button.js';
import { DataTable } from './data-table.js';
import type { DataTableProps } from './data-table.js';
import { useHeldRows } from './held-rows.js';
import { Banner, EmptyState, Failed, Skeleton, textOf } from './states.js';

interface ListViewProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'more'> {
  readonly query: ListQuery<Row>;
  /** Whether a filter is set: then an empty list means something else. */
  readonly isFiltered: boolean;
  readonly onClear?: () => void;
  /** What the list is for, and how its first row comes into being. */
  readonly empty: ReactNode;
}

/** A list of the API in all its states: on its way, empty, nothing found, failed, and rows. */
export function ListView<Row>({ query, isFiltered, onClear, empty, ...table }: ListViewProps<Row>) {
  const { list, rows, offset, held, showAll, readNext, readBefore } = useHeldRows(query, table.idOf);
  const { data, error, hasNextPage, isFetchingNextPage, refetch } = list;
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
          more={{
            ...{ offset, hasMore: hasNextPage, isLoading: isFetchingNextPage, hasFailed: error !== null },
            ...{ onMore: readNext, onBefore: readBefore },
          }}
        />
      </div>
    </>
  );
}
