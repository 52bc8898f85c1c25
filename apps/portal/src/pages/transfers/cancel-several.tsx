import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import type { Transfer } from '../../api/types.js';
import { formatMoney } from '../../format/money.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogButtons } from '../../ui/dialog.js';
import { Icon } from '../../ui/icon.js';
import { textOf } from '../../ui/states.js';
import css from './transfers.module.css';

/** What came of a transfer: nothing yet, the reason why it goes on, or that it is canceled. */
type Outcome = { readonly is: 'canceled' } | { readonly is: 'refused'; readonly why: string };
type Outcomes = ReadonlyMap<string, Outcome>;

interface CancelSeveralProps {
  readonly transfers: readonly Transfer[];
  readonly onClose: () => void;
}

/** Cancels transfers one after the other, and says of each what came of it. */
export function CancelSeveral({ transfers, onClose }: CancelSeveralProps) {
  const queries = useQueryClient();
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const [isRunning, setRunning] = useState(false);
  const isDone = outcomes.size === transfers.length;
  const run = async () => {
    setRunning(true);
    let known: Outcomes = new Map();
    for (const { id } of transfers) {
      known = new Map(known).set(id, await cancel(id));
      setOutcomes(known);
    }
    setRunning(false);
    await queries.invalidateQueries({ queryKey: ['transfers'] });
  };
  const sum = transfers.reduce((total, { amount }) => total + amount, 0);
  const canceled = [...outcomes.values()].filter((outcome) => outcome.is === 'canceled').length;
  return (
    <Dialog title={t('cancelSeveral.title', { count: transfers.length })} onClose={() => isRunning || onClose()}>
      <p role="status">
        {outcomes.size === 0
          ? t('cancelSeveral.text', { amount: formatMoney(sum) })
          : t('cancelSeveral.done', { canceled, count: transfers.length })}
      </p>
      <ul className={css['outcomes']} aria-label={t('cancelSeveral.outcomes')}>
        {transfers.map((transfer) => (
          <Row key={transfer.id} transfer={transfer} outcome={outcomes.get(transfer.id)} />
        ))}
      </ul>
      <DialogButtons>
        <Button onClick={onClose} disabled={isRunning}>
          {t(isDone ? 'dialog.close' : 'cancelSeveral.keep')}
        </Button>
        {!isDone && (
          <Button look="danger" isBusy={isRunning} onClick={() => void run()}>
            {t('cancelSeveral.confirm', { count: transfers.length })}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}

async function cancel(id: string): Promise<Outcome> {
  try {
    await dataOf(api.POST('/deliver/transfers/{id}/cancel', { params: { path: { id } } }));
    return { is: 'canceled' };
  } catch (error) {
    return { is: 'refused', why: textOf(error) };
  }
}

interface RowProps {
  readonly transfer: Transfer;
  readonly outcome: Outcome | undefined;
}

function Row({ transfer: { transfer_reference_id: reference, amount }, outcome }: RowProps) {
  return (
    <li data-outcome={outcome?.is}>
      <span>
        {reference} <span className={css['muted']}>{formatMoney(amount)}</span>
      </span>
      {outcome?.is === 'canceled' && (
        <strong>
          <Icon name="check" size={13} /> {t('cancelSeveral.canceled')}
        </strong>
      )}
      {outcome?.is === 'refused' && (
        <strong>
          <Icon name="alert" size={13} /> {outcome.why}
        </strong>
      )}
    </li>
  );
}
