import type { ReactNode } from 'react';

/** A column of a list. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** A track of a CSS grid. */
  readonly width: string;
  readonly align?: 'start' | 'end';
  /** Where it stands in the two-line row of a table without room for its columns: above title and value, below note and end. */
  readonly place: 'title' | 'value' | 'note' | 'end' | 'none';
}
