import { useState } from 'react';
import type { Transfer } from '../../api/types.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import type { Selection } from '../../ui/data-table.js';
import { SelectionActions } from '../../ui/several.js';
import { CancelSeveral } from './cancel-several.js';
import { saveTransfers } from './transfers-csv.js';

/** Saves or cancels the selected transfers. */
export function SelectionBar({ rows, onChange }: Selection<Transfer>) {
  const [canceling, setCanceling] = useState<readonly Transfer[]>();
  const clear = () => onChange(new Map());
  return (
    <>
      <SelectionActions count={rows.size} onClear={clear}>
        <Button icon="download" onClick={() => saveTransfers([...rows.values()])}>
          {t('export.selected')}
        </Button>
        <Button icon="cross" onClick={() => setCanceling([...rows.values()])}>
          {t('cancel.action')}
        </Button>
      </SelectionActions>
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
