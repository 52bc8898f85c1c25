import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { t } from '../messages/t.js';
import { Button } from './button.js';
import type { Column } from './column.js';
import { usePreferences } from './preferences.js';
import { useRowKeys } from './row-keys.js';
import { BlankRow, BodyRow } from './table-row.js';
import { useIsNarrow } from './table-width.js';
import css from './data-table.module.css';

/** The rows of a list before and after those that are held. */
interface More {
  /** How many rows of the list are before those that are held. */
  readonly offset: number;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  /** What failed is read again only when somebody asks for it. */
  readonly hasFailed: boolean;
  readonly onMore: () => void;
  /** @param row the first one that is seen, which is not held, or soon would not be */
  readonly onBefore: (row: number) => void;
}

/** Rows of which something can be done with several at once. */
export interface Selection<Row> {
  /** By their ids. */
  readonly rows: ReadonlyMap<string, Row>;
  readonly onChange: (rows: ReadonlyMap<string, Row>) => void;
}

export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  /** The address that a row opens; none where it opens nothing. */
  readonly hrefOf?: (row: Row) => string | undefined;
  /** What Space shows of a row without leaving the list. */
  readonly peek?: (row: Row) => { readonly title: string; readonly content: ReactNode };
  readonly selection?: Selection<Row>;
  readonly more?: More;
  /** Inside of a card, which has the frame. */
  readonly isPlain?: boolean;
}

/** Of a row, in pixels. */
const COMFORTABLE = { wide: 44, narrow: 66 };
const COMPACT = { wide: 36, narrow: 56 };
/** Rows before an end at which the next page is asked for. */
const AHEAD = 60;
const OVERSCAN = 12;
/** What lies over the rows: above the bar and the head of the table, below the bar of a selection. */
const COVERED = { scrollPaddingStart: 100, scrollPaddingEnd: 72 } as const;
/** Chromium lets no element be higher than 33,554,428 px. */
const HIGHEST_PX = 30_000_000;
const CHECK_TRACK = '1.5rem';

/** A list as a grid for mouse, keyboard and screen reader. Only the rows near the window exist in the page. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, idOf, hrefOf, peek, selection, isPlain = false } = props;
  const offset = props.more?.offset ?? 0;
  const count = offset + rows.length;
  const rowAt = (index: number): Row | undefined => rows[index - offset];
  const body = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const tracks = [...(selection ? [CHECK_TRACK] : []), ...columns.map(({ width }) => width)];
  const isNarrow = useIsNarrow(frame, tracks);
  const heights = usePreferences().density === 'compact' ? COMPACT : COMFORTABLE;
  const height = isNarrow ? heights.narrow : heights.wide;
  const isFull = count * height > HIGHEST_PX;
  const more = props.more && { ...props.more, hasMore: props.more.hasMore && !isFull };
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (body.current) setTop(body.current.getBoundingClientRect().top + scrollY);
  }, [height, rows.length]);
  const virtual = useWindowVirtualizer({
    ...{ count, overscan: OVERSCAN, scrollMargin: top, ...COVERED },
    estimateSize: () => height,
    getItemKey: (index) => keyAt(index, rowAt, idOf),
  });
  useReading({ range: virtual.range, count, more });
  const select = selection && toggleIn(selection, { rowAt, idOf });
  const { active, peeking, setPeeking, onKeyDown, onFocus } = useRowKeys({
    ...{ count, body, scrollTo: virtual.scrollToIndex, canPeek: peek !== undefined, onSelect: select },
    hasRow: (index) => rowAt(index) !== undefined,
    idOf: (index) => idOf(rowAt(index)!),
    hrefOf: (index) => hrefOf?.(rowAt(index)!),
  });
  const template = tracks.join(' ');
  const isSelectable = selection !== undefined;
  const current = rowAt(active);
  const peeked = peeking && peek && current !== undefined ? peek(current) : undefined;

  return (
    <div {...{ ref: frame, className: css['frame'] }} {...looksOf({ isPlain, isNarrow, isSelectable })}>
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={more?.hasMore ? -1 : count + 1}
        aria-multiselectable={selection && true}
      >
        <Head columns={columns} template={template} hasChecks={isSelectable} />
        <div ref={body} role="rowgroup" className={css['body']} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rowAt(index);
            const transform = `translateY(${start - virtual.options.scrollMargin}px)`;
            const key = keyAt(index, rowAt, idOf);
            if (row === undefined) return <BlankRow key={key} index={index} style={{ height, transform }} />;
            return (
              <BodyRow
                key={key}
                {...{ row, index, columns, onKeyDown, onFocus }}
                href={hrefOf?.(row)}
                isSelected={selection?.rows.has(idOf(row))}
                onSelect={select}
                isActive={index === Math.min(active, count - 1)}
                isPeeked={peeking && index === active}
                style={{ gridTemplateColumns: template, height, transform }}
              />
            );
          })}
        </div>
      </div>
      {more && <Foot {...more} count={count} isFull={isFull} />}
      {peeked && <Peek {...peeked} onClose={() => setPeeking(false)} />}
    </div>
  );
}

interface Looks {
  readonly isPlain: boolean;
  readonly isNarrow: boolean;
  readonly isSelectable: boolean;
}

/** What the style sheet asks of the frame. */
const looksOf = ({ isPlain, isNarrow, isSelectable }: Looks) => ({
  'data-plain': isPlain,
  'data-narrow': isNarrow,
  'data-selectable': isSelectable,
});

interface ReadingOptions {
  readonly range: { readonly startIndex: number; readonly endIndex: number } | null;
  readonly count: number;
  readonly more: More | undefined;
}

/** Reads what comes next before it is seen, in both directions. */
function useReading({ range, count, more }: ReadingOptions): void {
  const [first, last] = [range?.startIndex ?? 0, range?.endIndex ?? 0];
  const read = useEffectEvent(() => {
    if (more === undefined || more.isLoading || more.hasFailed) return;
    if (more.offset > 0 && first < more.offset + AHEAD) more.onBefore(first);
    else if (more.hasMore && last >= count - AHEAD) more.onMore();
  });
  useEffect(() => read(), [first, last, count, more?.offset, more?.isLoading, more?.hasMore]);
}

function keyAt<Row>(index: number, rowAt: (index: number) => Row | undefined, idOf: (row: Row) => string): string {
  const row = rowAt(index);
  return row === undefined ? `blank ${index}` : idOf(row);
}

interface RowsOf<Row> {
  readonly rowAt: (index: number) => Row | undefined;
  readonly idOf: (row: Row) => string;
}

const toggleIn =
  <Row,>({ rows, onChange }: Selection<Row>, { rowAt, idOf }: RowsOf<Row>) =>
  (index: number) => {
    const row = rowAt(index);
    if (row === undefined) return;
    const next = new Map(rows);
    if (!next.delete(idOf(row))) next.set(idOf(row), row);
    onChange(next);
  };

interface HeadProps {
  readonly columns: readonly Pick<Column<never>, 'id' | 'header' | 'align'>[];
  readonly template: string;
  readonly hasChecks: boolean;
}

function Head({ columns, template, hasChecks }: HeadProps) {
  return (
    <div role="rowgroup">
      <div role="row" aria-rowindex={1} className={css['head']} style={{ gridTemplateColumns: template }}>
        {hasChecks && (
          <div role="columnheader" className={css['check']}>
            <span className={css['hidden']}>{t('table.selected')}</span>
          </div>
        )}
        {columns.map(({ id, header, align }) => (
          <div key={id} role="columnheader" className={css['cell']} data-align={align}>
            {header}
          </div>
        ))}
      </div>
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

interface FootProps extends More {
  readonly count: number;
  readonly isFull: boolean;
}

function Foot({ hasMore, isLoading, onMore, count, isFull }: FootProps) {
  return (
    <div className={css['foot']}>
      <span role="status">{t(hasMore ? 'table.shownSoFar' : 'table.shown', { count })}</span>
      {isFull && <span>{t('table.full')}</span>}
      {hasMore && (
        <Button size="small" isBusy={isLoading} onClick={onMore}>
          {t('table.more')}
        </Button>
      )}
    </div>
  );
}
