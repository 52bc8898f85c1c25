import type { ReactNode } from 'react';
import css from './reference.module.css';

interface ReferenceTableProps {
  readonly label: string;
  readonly head: readonly string[];
  /** The first cell is the name of its row. */
  readonly rows: readonly (readonly ReactNode[])[];
}

/** A table to look things up in. */
export function ReferenceTable({ label, head, rows }: ReferenceTableProps) {
  return (
    <table className={css['table']} aria-label={label}>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], row) => (
          <tr key={row}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              // In a narrow window each cell has a line, with the name of its column before it.
              <td key={head[column + 1]} data-column={head[column + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
