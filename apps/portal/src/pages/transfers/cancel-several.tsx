import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import type { Transfer } from '../../api/types.js';
import { formatMoney } from '../../format/money.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogButtons } from '../../ui/dialog.js';
import { Outcome, Outcomes } from '../../ui/several.js';
import { textOf } from '../../ui/states.js';
import { useTypedAmount } from '../../ui/typed-amount.js';

/** What came of transfers, by id: that it is canceled, or the reason why it goes on. */
type CameOf = ReadonlyMap<string, { readonly of: 'done' | 'refused'; readonly text: string }>;

interface CancelSeveralProps {
  readonly transfers: readonly Transfer[];
  readonly onClose: () => void;
}

/** Cancels transfers one after the other, and says of each what came of it. */
export function CancelSeveral({ transfers, onClose }: CancelSeveralProps) {
  const queries = useQueryClient();
  const [outcomes, setOutcomes] = useState<CameOf>(new Map());
  const [isRunning, setRunning] = useState(false);
  const isDone = outcomes.size === transfers.length;
  const run = async () => {
    setRunning(true);
    let known: CameOf = new Map();
    for (const { id } of transfers) {
      known = new Map(known).set(id, await cancel(id));
      setOutcomes(known);
    }
    setRunning(false);
    await queries.invalidateQueries({ queryKey: ['transfers'] });
  };
  const sum = transfers.reduce((total, { amount }) => total + amount, 0);
  const { question, isAnswered } = useTypedAmount(sum);
  const canceled = [...outcomes.values()].filter((outcome) => outcome.of === 'done').length;
  return (
    <Dialog title={t('cancelSeveral.title', { count: transfers.length })} onClose={() => isRunning || onClose()}>
      <p role="status">
        {outcomes.size === 0
          ? t('cancelSeveral.text', { amount: formatMoney(sum) })
          : t('cancelSeveral.done', { canceled, count: transfers.length })}
      </p>
      <Outcomes label={t('cancelSeveral.outcomes')}>
        {transfers.map(({ id, transfer_reference_id: name, amount }) => (
          <Outcome key={id} {...{ name, note: formatMoney(amount), came: outcomes.get(id) }} />
        ))}
      </Outcomes>
      {!isRunning && outcomes.size === 0 && question}
      <DialogButtons>
        <Button onClick={onClose} disabled={isRunning}>
          {t(isDone ? 'dialog.close' : 'cancelSeveral.keep')}
        </Button>
        {!isDone && (
          <Button look="danger" disabled={!isAnswered} isBusy={isRunning} onClick={() => void run()}>
            {t('cancelSeveral.confirm', { count: transfers.length })}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}

async function cancel(id: string) {
  try {
    await dataOf(api.POST('/deliver/transfers/{id}/cancel', { params: { path: { id } } }));
    return { of: 'done', text: t('cancelSeveral.canceled') } as const;
  } catch (error) {
    return { of: 'refused', text: textOf(error) } as const;
  }
}
