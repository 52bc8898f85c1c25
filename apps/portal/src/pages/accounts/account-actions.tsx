import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf, doneOf, unmasked, vault } from '../../api/client.js';
import type { ExternalAccount } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { t } from '../../messages/t.js';
import { accountFields } from '../../ui/account-fields.table.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { EditDialog } from '../../ui/edit-dialog.js';
import type { Edited } from '../../ui/edit-dialog.js';
import { textOf } from '../../ui/states.js';
import { useNotify } from '../../ui/toast.js';

interface ActionsProps {
  readonly account: ExternalAccount;
}

/** What identifies an account and its customer stays. */
const KEPT: ReadonlySet<string> = new Set(['account_reference_id', 'customer_reference_id', 'customer_resource_type']);
const fields = accountFields.filter(({ name }) => !KEPT.has(name));

/** Changes an account, or closes it. Its number goes to the vault address. */
export function AccountActions({ account }: ActionsProps) {
  const canWrite = useCan('write:external-accounts');
  const [asked, setAsked] = useState<'edit' | 'close'>();
  const queries = useQueryClient();
  if (!canWrite || account.status === 'closed') return null;
  const params = { path: { id: account.id } };
  const { account_holder_name, account_type, routing_number } = account;
  const save = ({ changed: { account_number = '', ...changed }, metadata }: Edited) => {
    // An empty number is the one that is not shown: it stays.
    const body = { ...changed, ...(account_number !== '' && { account_number }), ...(metadata && { metadata }) };
    return dataOf(vault.PATCH('/deliver/external/accounts/{id}', { params, body: body }));
  };
  const close = async () => {
    await doneOf(api.DELETE('/deliver/external/accounts/{id}', { params }));
    await queries.invalidateQueries();
  };
  const hide = () => setAsked(undefined);
  return (
    <>
      <Button onClick={() => setAsked('edit')}>{t('edit.action')}</Button>
      <Button onClick={() => setAsked('close')}>{t('edit.close')}</Button>
      {asked === 'edit' && (
        <EditDialog
          {...{ title: t('edit.title', { name: account_holder_name }), fields, save, onClose: hide }}
          initial={{ account_holder_name, account_type, routing_number }}
          metadata={account.metadata ?? {}}
        />
      )}
      {asked === 'close' && (
        <ConfirmDialog
          {...{ title: t('edit.closeTitle', { name: account_holder_name }), text: t('accounts.closeText') }}
          {...{ confirm: t('edit.close'), isDangerous: true, action: close, onClose: hide }}
        />
      )}
    </>
  );
}

/** Takes over what the bank reported. A corrected number is read and sent at once, and kept nowhere. */
export function ApplyButton({ account: { id } }: ActionsProps) {
  const notify = useNotify();
  const queries = useQueryClient();
  const params = { path: { id } };
  const apply = useMutation({
    mutationFn: async () => {
      const { external_account } = await dataOf(unmasked.GET('/deliver/external/accounts/{id}', { params }));
      return dataOf(
        vault.PATCH('/deliver/external/accounts/{id}', { params, body: { ...external_account.corrections } }),
      );
    },
    onSuccess: () => {
      notify(t('accounts.applied'));
      return queries.invalidateQueries();
    },
    onError: (error) => notify(textOf(error), 'bad'),
  });
  return (
    <Button isBusy={apply.isPending} onClick={() => apply.mutate()}>
      {t('accounts.apply')}
    </Button>
  );
}
