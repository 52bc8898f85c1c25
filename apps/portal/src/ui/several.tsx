import type { ReactNode } from 'react';
import { t } from '../messages/t.js';
import { Button } from './button.js';
import { Icon } from './icon.js';
import css from './several.module.css';

interface SelectionActionsProps {
  readonly count: number;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

/** What can be done with the selected rows. It stays in sight while the list is scrolled. */
export function SelectionActions({ count, onClear, children }: SelectionActionsProps) {
  if (count === 0) return null;
  return (
    <section className={css['bar']} aria-label={t('table.selected')}>
      <span role="status">{t('table.selectedCount', { count })}</span>
      {children}
      <Button look="quiet" onClick={onClear}>
        {t('table.clearSelection')}
      </Button>
    </section>
  );
}

/** What came of each of several things. */
export function Outcomes({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className={css['outcomes']} aria-label={label}>
      {children}
    </ul>
  );
}

interface OutcomeProps {
  readonly name: string;
  readonly note: string;
  /** Undefined while nothing came of it. */
  readonly came?: { readonly of: 'done' | 'refused'; readonly text: string } | undefined;
}

export function Outcome({ name, note, came }: OutcomeProps) {
  return (
    <li data-outcome={came?.of}>
      <span>
        {name} <small>{note}</small>
      </span>
      {came && (
        <strong role="status">
          <Icon name={came.of === 'done' ? 'check' : 'cross'} size={13} /> {came.text}
        </strong>
      )}
    </li>
  );
}
