import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { byId } from '../../api/queries.js';
import type { BulkTransfer } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { formatMoney } from '../../format/money.js';
import { formatFull } from '../../format/time.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { DownloadButton } from '../../ui/download-button.js';
import { useNow, useZone } from '../../ui/preferences.js';
import { useNotify } from '../../ui/toast.js';
import { useTypedAmount } from '../../ui/typed-amount.js';

const CANCELABLE: readonly BulkTransfer['status'][] = ['uploading', 'validating', 'ready', 'running'];

/** Whether it waits for somebody to start it. */
export const isToBeStarted = ({ status, review, confirmed_at, approval }: BulkTransfer): boolean =>
  status === 'ready' && review && confirmed_at === undefined && (approval?.status ?? 'approved') === 'approved';

/** Starts a bulk transfer, cancels it, and saves its refused rows. */
export function BulkActions({ bulk }: { readonly bulk: BulkTransfer }) {
  const canWrite = useCan('write:bulk-transfers');
  const [asked, setAsked] = useState<'start' | 'cancel'>();
  const close = () => setAsked(undefined);
  return (
    <>
      {bulk.progress.refused > 0 && (
        <DownloadButton
          name="bulk-transfer-errors.csv"
          read={() => api.GET('/deliver/bulk-transfers/{id}/errors', { params: byId(bulk.id), parseAs: 'blob' })}
        >
          {t('bulk.saveErrors')}
        </DownloadButton>
      )}
      {canWrite && CANCELABLE.includes(bulk.status) && (
        <Button onClick={() => setAsked('cancel')}>{t('bulk.cancel')}</Button>
      )}
      {canWrite && isToBeStarted(bulk) && (
        <Button look="primary" icon="send" onClick={() => setAsked('start')}>
          {t('bulk.start')}
        </Button>
      )}
      {asked === 'start' && <StartDialog bulk={bulk} onClose={close} />}
      {asked === 'cancel' && <CancelDialog bulk={bulk} onClose={close} />}
    </>
  );
}

interface BulkDialogProps {
  readonly bulk: BulkTransfer;
  readonly onClose: () => void;
}

/** Repeats the sum before it is started. */
function StartDialog({ bulk, onClose }: BulkDialogProps) {
  const done = useDone(t('bulk.started'));
  const { question, isAnswered } = useTypedAmount(bulk.amount);
  const zone = useZone();
  const now = useNow();
  const { refused, skipped } = bulk.progress;
  const { execute_at: start } = bulk;
  const sum = t('bulk.startText', { count: bulk.rows - refused - skipped, amount: formatMoney(bulk.amount) });
  const isLater = start !== undefined && new Date(start) > now;
  const text = isLater ? `${sum} ${t('bulk.startsText', { time: formatFull(start, zone) })}` : sum;
  return (
    <ConfirmDialog
      title={t('bulk.startTitle')}
      text={refused === 0 ? text : `${text} ${t('bulk.refusedText', { count: refused })}`}
      confirm={t('bulk.start')}
      isReady={isAnswered}
      action={() => dataOf(api.POST('/deliver/bulk-transfers/{id}/confirm', { params: byId(bulk.id) })).then(done)}
      onClose={onClose}
    >
      {question}
    </ConfirmDialog>
  );
}

function CancelDialog({ bulk, onClose }: BulkDialogProps) {
  const done = useDone(t('bulk.canceled'));
  return (
    <ConfirmDialog
      {...{ title: t('bulk.cancelTitle'), text: t('bulk.cancelText'), confirm: t('bulk.cancelTitle') }}
      {...{ isDangerous: true, onClose }}
      action={() => dataOf(api.POST('/deliver/bulk-transfers/{id}/cancel', { params: byId(bulk.id) })).then(done)}
    />
  );
}

/** What is done once the service has answered. */
function useDone(text: string) {
  const queries = useQueryClient();
  const notify = useNotify();
  return () => {
    void queries.invalidateQueries({ queryKey: ['bulk_transfers'] });
    notify(text);
  };
}
