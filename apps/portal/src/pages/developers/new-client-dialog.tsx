import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import type { Scope } from '../../api/types.js';
import { useMe } from '../../app/use-session.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogButtons } from '../../ui/dialog.js';
import { CheckField, Choice, ErrorSummary, fieldsClass, formClass } from '../../ui/field.js';
import type { FormError } from '../../ui/field.js';
import { formErrorsOf } from '../../ui/form-errors.js';
import type { Secret } from '../../ui/secret-dialog.js';
import { useStepUp } from '../../ui/step-up.js';

/** Scopes of portal users, which no client can have: clients may read approvals, but never decide. */
const OF_PORTAL = /:(me|credentials|users|settings|audit|rails|controls)$|^write:approvals$/;
const WIDTHS = [
  ['all', t('client.all')],
  ['some', t('client.some')],
] as const;

interface NewClientDialogProps {
  readonly onSecret: (secret: Secret) => void;
  readonly onClose: () => void;
}

export function NewClientDialog({ onSecret, onClose }: NewClientDialogProps) {
  const { scopes: held } = useMe();
  const queries = useQueryClient();
  const [width, setWidth] = useState('all');
  const [errors, setErrors] = useState<readonly FormError[]>([]);
  const { guarded, question } = useStepUp();
  const create = useMutation({
    mutationFn: (scopes: Scope[]) => guarded(() => dataOf(api.POST('/portal/clients', { body: { scopes } }))),
    onSuccess: ({ client, client_secret }) => {
      void queries.invalidateQueries({ queryKey: ['credentials'] });
      const values = [
        [t('client.id'), client.client_id],
        [t('client.secret'), client_secret],
      ] as const;
      onSecret({ title: t('client.made'), text: t('secret.once'), values });
      onClose();
    },
    onError: (error) => setErrors(formErrorsOf(error)),
  });
  const offered = held.filter((scope) => !OF_PORTAL.test(scope));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = width === 'all' ? offered : new FormData(event.currentTarget).getAll('scopes').map(String);
    if (chosen.length === 0) setErrors([{ name: 'scopes', text: t('client.none') }]);
    else create.mutate(chosen as Scope[]);
  };
  return (
    <Dialog title={t('client.newTitle')} isWide onClose={onClose}>
      <form className={formClass} noValidate onSubmit={submit}>
        <p>{t('client.newText')}</p>
        <ErrorSummary errors={errors} />
        <Choice legend={t('field.scopes')} name="width" value={width} options={WIDTHS} onChange={setWidth} />
        {width === 'some' && (
          <div className={fieldsClass} role="group" aria-label={t('field.scopes')}>
            {offered.map((scope) => (
              <CheckField key={scope} name="scopes" value={scope} label={scope} />
            ))}
          </div>
        )}
        <DialogButtons>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="primary" type="submit" isBusy={create.isPending}>
            {t('client.create')}
          </Button>
        </DialogButtons>
      </form>
      {question}
    </Dialog>
  );
}
