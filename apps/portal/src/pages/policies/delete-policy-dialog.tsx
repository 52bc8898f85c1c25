import { useQueryClient } from '@tanstack/react-query';
import { api, doneOf } from '../../api/client.js';
import type { Policy } from '../../api/types.js';
import { t } from '../../messages/t.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { useNotify } from '../../ui/toast.js';

interface DeletePolicyDialogProps {
  readonly policy: Policy;
  readonly onClose: () => void;
}

export function DeletePolicyDialog({ policy: { id, name }, onClose }: DeletePolicyDialogProps) {
  const queries = useQueryClient();
  const notify = useNotify();
  const remove = async () => {
    await doneOf(api.DELETE('/portal/policies/{id}', { params: { path: { id } } }));
    notify(t('policies.deleted'));
    await queries.invalidateQueries({ queryKey: ['policies'] });
  };
  return (
    <ConfirmDialog
      title={t('policies.deleteTitle', { name })}
      text={t('policies.deleteText')}
      confirm={t('policies.delete')}
      isDangerous
      action={remove}
      onClose={onClose}
    />
  );
}
