import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { byId } from '../../api/queries.js';
import type { Subledger } from '../../api/types.js';
import '../../messages/lazy/subledgers.js';
import { t } from '../../messages/t.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { useNotify } from '../../ui/toast.js';

interface CloseDialogProps {
  readonly subledger: Subledger;
  readonly onClose: () => void;
}

export function CloseDialog({ subledger: { id, subledger_reference_id: name }, onClose }: CloseDialogProps) {
  const queries = useQueryClient();
  const notify = useNotify();
  const close = async () => {
    const { subledger } = await dataOf(api.DELETE('/deliver/subledgers/{id}', { params: byId(id) }));
    const date = subledger.debits_return_until;
    notify(date === undefined ? t('subledgers.closed') : t('subledgers.closedReturns', { date }));
    await queries.invalidateQueries({ queryKey: ['subledgers'] });
  };
  return (
    <ConfirmDialog
      {...{ title: t('subledgers.closeTitle', { name }), text: t('subledgers.closeText') }}
      confirm={t('subledgers.close')}
      isDangerous
      action={close}
      onClose={onClose}
    />
  );
}
