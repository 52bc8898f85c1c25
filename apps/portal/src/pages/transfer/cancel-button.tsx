import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { explanationQuery } from '../../api/queries.js';
import type { Transfer } from '../../api/types.js';
import { formatMoney } from '../../format/money.js';
import '../../messages/lazy/transfer.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogButtons } from '../../ui/dialog.js';
import { Banner, textOf } from '../../ui/states.js';
import { useNotify } from '../../ui/toast.js';
import { partiesOf } from '../../ui/transfer-columns.js';
import { useTypedAmount } from '../../ui/typed-amount.js';

const UNSENT: readonly string[] = ['held', 'ready'];

/** Only what has not left for the bank yet can be canceled; the API decides, and its reason is shown. */
function useIsCancelable({ id, status }: Transfer): boolean {
  const { data } = useQuery({ ...explanationQuery(id), enabled: status === 'pending' });
  // The leg that pays out, or the only one, decides.
  const last = data?.legs.at(-1);
  return status === 'created' || (status === 'pending' && last !== undefined && UNSENT.includes(last.status));
}

export function CancelButton({ transfer }: { readonly transfer: Transfer }) {
  const [isOpen, setOpen] = useState(false);
  const isCancelable = useIsCancelable(transfer);
  return (
    <>
      {isCancelable && (
        <Button icon="cross" onClick={() => setOpen(true)}>
          {t('cancel.action')}
        </Button>
      )}
      {isOpen && <CancelDialog transfer={transfer} onClose={() => setOpen(false)} />}
    </>
  );
}

function CancelDialog({ transfer, onClose }: { readonly transfer: Transfer; readonly onClose: () => void }) {
  const notify = useNotify();
  const queries = useQueryClient();
  const { question, isAnswered } = useTypedAmount(transfer.amount);
  const cancel = useMutation({
    mutationFn: () => dataOf(api.POST('/deliver/transfers/{id}/cancel', { params: { path: { id: transfer.id } } })),
    onSuccess: () => {
      notify(t('cancel.done', { reference: transfer.transfer_reference_id }));
      onClose();
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ['transfers'] }),
  });
  return (
    <Dialog title={t('cancel.title')} onClose={onClose}>
      <p>{t('cancel.text', { amount: formatMoney(transfer.amount), party: partiesOf(transfer) })}</p>
      {question}
      {cancel.error && (
        <Banner tone="bad" icon="alert">
          {textOf(cancel.error)}
        </Banner>
      )}
      <DialogButtons>
        <Button onClick={onClose}>{t('cancel.keep')}</Button>
        <Button look="danger" disabled={!isAnswered} isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('cancel.confirm')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
