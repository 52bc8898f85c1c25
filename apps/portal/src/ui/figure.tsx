import type { ReactNode } from 'react';
import css from './figure.module.css';

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  /** Below: how it developed. */
  readonly children?: ReactNode;
}

/** One number that matters, with its name. */
export function Figure({ label, value, note, children }: FigureProps) {
  return (
    <div className={css['figure']}>
      <dt className={css['label']}>{label}</dt>
      <dd className={css['value']}>{value}</dd>
      {note !== undefined && <dd className={css['note']}>{note}</dd>}
      {children !== undefined && <dd>{children}</dd>}
    </div>
  );
}

export function Figures({ children }: { readonly children: ReactNode }) {
  return <dl className={css['figures']}>{children}</dl>;
}
