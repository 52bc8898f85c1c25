import { useQueryClient } from '@tanstack/react-query';
import { api, doneOf } from '../../api/client.js';
import { byId } from '../../api/queries.js';
import type { Limit } from '../../api/types.js';
import '../../messages/lazy/limits.js';
import { t } from '../../messages/t.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { useNotify } from '../../ui/toast.js';

interface DeleteLimitDialogProps {
  readonly limit: Limit;
  readonly onClose: () => void;
}

export function DeleteLimitDialog({ limit: { id, name }, onClose }: DeleteLimitDialogProps) {
  const queries = useQueryClient();
  const notify = useNotify();
  const remove = async () => {
    await doneOf(api.DELETE('/portal/limits/{id}', { params: byId(id) }));
    notify(t('limits.deleted'));
    await queries.invalidateQueries({ queryKey: ['limits'] });
  };
  return (
    <ConfirmDialog
      {...{ title: t('limits.deleteTitle', { name }), text: t('limits.deleteText'), confirm: t('limits.delete') }}
      isDangerous
      action={remove}
      onClose={onClose}
    />
  );
}
