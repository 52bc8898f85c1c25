import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, dataOf } from '../../api/client.js';
import { Problem } from '../../api/problem.js';
import { formatMoney } from '../../format/money.js';
import '../../messages/lazy/subledgers.js';
import { t } from '../../messages/t.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import type { FormError } from '../../ui/field.js';
import { sideErrorsOf } from '../../ui/form-errors.js';
import { useNotify } from '../../ui/toast.js';
import { useTypedAmount } from '../../ui/typed-amount.js';
import { bodyOf } from './book-transfer-form.js';
import type { NewBookTransfer } from './book-transfer-form.js';

interface MoveDialogProps {
  readonly transfer: NewBookTransfer;
  /** Of the form: however often it is sent, it makes one book transfer. */
  readonly idempotencyKey: string;
  readonly onRefused: (errors: readonly FormError[]) => void;
  readonly onClose: () => void;
}

/** Repeats what is moved before it is. */
export function MoveDialog({ transfer, idempotencyKey, onRefused, onClose }: MoveDialogProps) {
  const queries = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  const { question, isAnswered } = useTypedAmount(transfer.amount);
  const amount = formatMoney(transfer.amount);
  const nameOf = (side: string) => (side === '' ? t('book.ownMoney') : side);
  const move = async () => {
    const headers = { 'Idempotency-Key': idempotencyKey };
    try {
      const { book_transfer } = await dataOf(api.POST('/deliver/booktransfers', { body: bodyOf(transfer), headers }));
      const { status } = book_transfer;
      if (status === 'failed') notify(t('book.failed'), 'bad');
      else notify(status === 'created' ? t('book.waits') : t('book.completed', { amount }));
      void queries.invalidateQueries();
      void navigate({ to: '/subledgers/transfers' });
    } catch (error) {
      // What stands beside a field is corrected in the form; all else is shown here, and can be tried again.
      if (!(error instanceof Problem) || error.isRetryable) throw error;
      onRefused(sideErrorsOf(error));
    }
  };
  return (
    <ConfirmDialog
      title={t('book.confirmTitle', { amount })}
      text={t('book.confirmText', { source: nameOf(transfer.source), destination: nameOf(transfer.destination) })}
      confirm={t('book.confirm', { amount })}
      isReady={isAnswered}
      action={move}
      onClose={onClose}
    >
      {question}
    </ConfirmDialog>
  );
}
