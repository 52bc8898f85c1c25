import { useState } from 'react';
import type { Transfer } from '../../api/types.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import type { Selection } from '../../ui/data-table.js';
import { CancelSeveral } from './cancel-several.js';
import css from './transfers.module.css';

/** What can be done with the selected rows. It stays in sight while the list is scrolled. */
export function SelectionBar({ rows, onChange }: Selection<Transfer>) {
  const [canceling, setCanceling] = useState<readonly Transfer[]>();
  const clear = () => onChange(new Map());
  return (
    <>
      {rows.size > 0 && (
        <section className={css['bar']} aria-label={t('table.selected')}>
          <span role="status">{t('table.selectedCount', { count: rows.size })}</span>
          <Button icon="cross" onClick={() => setCanceling([...rows.values()])}>
            {t('cancel.action')}
          </Button>
          <Button look="quiet" onClick={clear}>
            {t('table.clearSelection')}
          </Button>
        </section>
      )}
      {canceling && (
        <CancelSeveral
          transfers={canceling}
          onClose={() => {
            setCanceling(undefined);
            clear();
          }}
        />
      )}
    </>
  );
}
