import type { CSSProperties, KeyboardEvent, MouseEvent } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { t } from '../messages/t.js';
import type { Column } from './column.js';
import css from './data-table.module.css';

interface BodyRowProps<Row> {
  readonly row: Row;
  /** Its place in the list. */
  readonly index: number;
  readonly columns: readonly Column<Row>[];
  readonly href: string | undefined;
  /** Whether it is selected; undefined where rows cannot be. */
  readonly isSelected: boolean | undefined;
  readonly isActive: boolean;
  readonly isPeeked: boolean;
  readonly style: CSSProperties;
  readonly onFocus: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onSelect: ((index: number) => void) | undefined;
}

export function BodyRow<Row>(props: BodyRowProps<Row>) {
  const { row, index, columns, href, isSelected, isActive, isPeeked, style, onFocus, onKeyDown, onSelect } = props;
  const navigate = useNavigate();
  const open = ({ target }: MouseEvent) => {
    const isControl = (target as Element).closest('a, button, label') !== null;
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
      data-peeked={isPeeked}
      className={css['row']}
      style={style}
      onFocus={() => onFocus(index)}
      onKeyDown={onKeyDown}
      onClick={open}
    >
      {isSelected !== undefined && (
        <div role="gridcell" className={css['check']}>
          {/* The row has the key x; a stop of its own in each row would be in the way. */}
          <label>
            <input
              type="checkbox"
              tabIndex={-1}
              checked={isSelected}
              aria-label={t('table.select')}
              onChange={({ currentTarget }) => {
                onSelect?.(index);
                currentTarget.closest<HTMLElement>('[role=row]')?.focus();
              }}
            />
          </label>
        </div>
      )}
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

interface BlankRowProps {
  readonly index: number;
  readonly style: CSSProperties;
}

/** The place of a row that is on its way. */
export function BlankRow({ index, style }: BlankRowProps) {
  return (
    <div role="row" aria-rowindex={index + 2} aria-busy="true" className={css['row']} data-blank="true" style={style}>
      <div role="gridcell" className={css['blank']} aria-label={t('state.loading')} />
    </div>
  );
}
