import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import type { RequestedPassword, UserRole } from '../../api/types.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogButtons } from '../../ui/dialog.js';
import { ErrorSummary, formClass, SelectField, TextField } from '../../ui/field.js';
import type { FormError } from '../../ui/field.js';
import { formErrorsOf } from '../../ui/form-errors.js';
import { typedIn } from '../../ui/form-text.js';
import type { Secret } from '../../ui/secret-dialog.js';
import { useStepUp } from '../../ui/step-up.js';
import { roleOptions } from './roles.table.js';

interface NewUserDialogProps {
  readonly onSecret: (secret: Secret) => void;
  readonly onClose: () => void;
}

export function NewUserDialog({ onSecret, onClose }: NewUserDialogProps) {
  const queries = useQueryClient();
  const [errors, setErrors] = useState<readonly FormError[]>([]);
  const { guarded, question } = useStepUp();
  const create = useMutation({
    mutationFn: (body: { name: string; role: UserRole }) => guarded(() => dataOf(api.POST('/portal/users', { body }))),
    onSuccess: (made) => {
      void queries.invalidateQueries({ queryKey: ['users'] });
      onSecret(passwordOf(made));
      onClose();
    },
    onError: (error) => setErrors(formErrorsOf(error)),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    create.mutate({ name: typedIn(form, 'name').trim(), role: typedIn(form, 'role') as UserRole });
  };
  const errorOf = (name: string) => errors.find((error) => error.name === name)?.text;
  return (
    <Dialog title={t('users.new')} onClose={onClose}>
      <form className={formClass} noValidate onSubmit={submit}>
        <ErrorSummary errors={errors} />
        <TextField label={t('field.name')} name="name" hint={t('users.nameHint')} error={errorOf('name')} />
        <SelectField
          label={t('field.role')}
          name="role"
          options={roleOptions}
          defaultValue="read_only"
          error={errorOf('role')}
        />
        <DialogButtons>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="primary" type="submit" isBusy={create.isPending}>
            {t('users.create')}
          </Button>
        </DialogButtons>
      </form>
      {question}
    </Dialog>
  );
}

/** What an administrator hands over, so that the user chooses a password. It is shown once. */
export const passwordOf = ({ user, link, link_code }: RequestedPassword): Secret => ({
  title: t('users.password'),
  text: t(link === undefined ? 'users.codeText' : 'users.passwordText'),
  values: [
    [t('signIn.name'), user.name],
    ...(link === undefined ? [] : [[t('users.passwordLink'), link] as const]),
    ...(link_code === undefined ? [] : [[t('password.code'), link_code] as const]),
  ],
});
