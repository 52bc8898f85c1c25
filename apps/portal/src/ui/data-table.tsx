import { useLayoutEffect, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { Link, useNavigate } from '@tanstack/react-router';
import { t } from '../messages/t.js';
import { Button } from './button.js';
import { useMedia } from './media.js';
import { useSingleKeys } from './keys.js';
import css from './data-table.module.css';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** A track of a CSS grid. */
  readonly width: string;
  readonly align?: 'end';
  /** Where it stands in the two-line row of a narrow window: above title and value, below note and end. */
  readonly place: 'title' | 'value' | 'note' | 'end' | 'none';
}

export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  /** The address that a row opens. */
  readonly hrefOf?: (row: Row) => string;
  /** What Space shows of a row without leaving the list. */
  readonly peek?: (row: Row) => { readonly title: string; readonly content: ReactNode };
  readonly more?: {
    readonly hasMore: boolean;
    readonly isLoading: boolean;
    readonly onMore: () => void;
  };
  /** Inside of a card, which has the frame. */
  readonly isPlain?: boolean;
}

const HEIGHTS = { wide: 44, narrow: 66 } as const;
/** Rows before the end at which the next page is asked for. */
const AHEAD = 30;
const OVERSCAN = 12;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, j: 1, k: -1 };

/** A list as a grid for mouse, keyboard and screen reader. Only the rows near the window exist in the page. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, idOf, hrefOf, peek, more, isPlain = false } = props;
  const body = useRef<HTMLDivElement>(null);
  const isNarrow = useMedia('(width < 900px)');
  const height = isNarrow ? HEIGHTS.narrow : HEIGHTS.wide;
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (body.current) setTop(body.current.getBoundingClientRect().top + scrollY);
  }, [isNarrow, rows.length]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: top,
    getItemKey: (index) => idOf(rows[index]!),
    onChange: ({ range }) => {
      if (more?.hasMore && !more.isLoading && (range?.endIndex ?? 0) >= rows.length - AHEAD) more.onMore();
    },
  });
  const { active, peeking, setPeeking, onKeyDown, onFocus } = useRowKeys({
    ...props,
    body,
    scrollTo: virtual.scrollToIndex,
  });
  const template = columns.map(({ width }) => width).join(' ');
  const peeked = peeking && peek && rows[active] !== undefined ? peek(rows[active]) : undefined;

  return (
    <div className={css['frame']} data-plain={isPlain}>
      <div role="grid" aria-label={label} aria-rowcount={more?.hasMore ? -1 : rows.length + 1}>
        <div role="rowgroup">
          <div role="row" aria-rowindex={1} className={css['head']} style={{ gridTemplateColumns: template }}>
            {columns.map(({ id, header, align }) => (
              <div key={id} role="columnheader" className={css['cell']} data-align={align}>
                {header}
              </div>
            ))}
          </div>
        </div>
        <div ref={body} role="rowgroup" className={css['body']} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <BodyRow
              key={idOf(rows[index]!)}
              row={rows[index]!}
              {...{ index, columns, hrefOf, onKeyDown, onFocus }}
              isActive={index === Math.min(active, rows.length - 1)}
              isSelected={peeking && index === active}
              style={{
                gridTemplateColumns: template,
                height,
                transform: `translateY(${start - virtual.options.scrollMargin}px)`,
              }}
            />
          ))}
        </div>
      </div>
      {more && <Foot {...more} count={rows.length} />}
      {peeked && <Peek {...peeked} onClose={() => setPeeking(false)} />}
    </div>
  );
}

interface BodyRowProps<Row> extends Pick<DataTableProps<Row>, 'columns'> {
  readonly row: Row;
  readonly index: number;
  readonly hrefOf: DataTableProps<Row>['hrefOf'] | undefined;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly style: CSSProperties;
  readonly onFocus: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function BodyRow<Row>(props: BodyRowProps<Row>) {
  const { row, index, columns, hrefOf, isActive, isSelected, style, onFocus, onKeyDown } = props;
  const navigate = useNavigate();
  const href = hrefOf?.(row);
  const open = ({ target }: MouseEvent) => {
    const isControl = (target as Element).closest('a, button') !== null;
    const isSelecting = (getSelection()?.toString() ?? '') !== '';
    if (href !== undefined && !isControl && !isSelecting) void navigate({ to: href });
  };
  return (
    <div
      role="row"
      tabIndex={isActive ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-index={index}
      data-opens={href !== undefined}
      className={css['row']}
      style={style}
      onFocus={() => onFocus(index)}
      onKeyDown={onKeyDown}
      onClick={open}
    >
      {columns.map(({ id, cell, align, place }) => (
        <div key={id} role="gridcell" className={css['cell']} data-align={align} data-place={place}>
          {place === 'title' && href !== undefined ? (
            <Link to={href} tabIndex={-1}>
              {cell(row)}
            </Link>
          ) : (
            cell(row)
          )}
        </div>
      ))}
    </div>
  );
}

interface PeekProps {
  readonly title: string;
  readonly content: ReactNode;
  readonly onClose: () => void;
}

function Peek({ title, content, onClose }: PeekProps) {
  return (
    <section className={css['peek']} aria-label={t('table.peek')}>
      <div className={css['peekHead']}>
        <h2>{title}</h2>
        <Button look="quiet" icon="close" aria-label={t('dialog.close')} onClick={onClose} />
      </div>
      <div className={css['peekBody']}>{content}</div>
    </section>
  );
}

interface KeysOptions<Row> extends DataTableProps<Row> {
  readonly body: { readonly current: HTMLDivElement | null };
  readonly scrollTo: (index: number) => void;
}

/** One row of the list has the focus; arrows move it, Enter opens it, Space peeks at it. */
function useRowKeys<Row>({ rows, idOf, hrefOf, peek, body, scrollTo }: KeysOptions<Row>) {
  const [active, setActive] = useState(0);
  const [peeking, setPeeking] = useState(false);
  const navigate = useNavigate();
  const hasSingleKeys = useSingleKeys();

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setActive(next);
    scrollTo(next);
    // The row may exist only after the scroll.
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus());
  };
  const act = (key: string): boolean => {
    const row = rows[active];
    if (row === undefined) return false;
    const href = hrefOf?.(row);
    if (key === 'Enter' && href !== undefined) void navigate({ to: href });
    else if (key === ' ' && peek) setPeeking(!peeking);
    else if (key === 'Escape' && peeking) setPeeking(false);
    else if (key === 'Home') moveTo(0);
    else if (key === 'End') moveTo(rows.length - 1);
    else if (key === 'c' && hasSingleKeys) void navigator.clipboard.writeText(idOf(row));
    else if (key in STEPS && (key.length > 1 || hasSingleKeys)) moveTo(active + STEPS[key]!);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    if (!act(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { active, peeking, setPeeking, onKeyDown, onFocus: setActive };
}

interface FootProps extends NonNullable<DataTableProps<unknown>['more']> {
  readonly count: number;
}

function Foot({ hasMore, isLoading, onMore, count }: FootProps) {
  return (
    <div className={css['foot']}>
      <span role="status">{t(hasMore ? 'table.shownSoFar' : 'table.shown', { count })}</span>
      {hasMore && (
        <Button size="small" isBusy={isLoading} onClick={onMore}>
          {t('table.more')}
        </Button>
      )}
    </div>
  );
}
