import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import type { SavedView } from '../../api/types.js';
import { stringifySearch } from '../../app/search.js';
import type { Search } from '../../app/search.js';
import { useCan, useMe } from '../../app/use-session.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogButtons } from '../../ui/dialog.js';
import { CheckField, ErrorSummary, formClass, TextField } from '../../ui/field.js';
import type { FormError } from '../../ui/field.js';
import { formErrorsOf } from '../../ui/form-errors.js';
import { typedFields } from '../../ui/form-fields.js';
import { useNotify } from '../../ui/toast.js';

interface SaveViewDialogProps {
  readonly search: Search;
  readonly views: readonly SavedView[];
  readonly onClose: () => void;
}

/** Saves the list as it is shown, in place of a view of one's own with the same name. */
export function SaveViewDialog({ search, views, onClose }: SaveViewDialogProps) {
  const { name: me } = useMe();
  const canShare = useCan('write:settings');
  const queries = useQueryClient();
  const notify = useNotify();
  const [errors, setErrors] = useState<readonly FormError[]>([]);
  const save = useMutation({
    mutationFn: ({ name, shared }: { readonly name: string; readonly shared: boolean }) => {
      const { columns, ...filters } = search;
      const body = {
        ...{ page: 'transfers' as const, name, query: stringifySearch(filters).slice(1), shared },
        ...(columns !== undefined && { columns: [columns].flat() }),
      };
      const same = views.find((view) => view.created_by === me && view.name === name);
      return same === undefined
        ? dataOf(api.POST('/portal/views', { body }))
        : dataOf(api.PUT('/portal/views/{id}', { params: { path: { id: same.id } }, body }));
    },
    onSuccess: () => {
      notify(t('views.saved'));
      void queries.invalidateQueries({ queryKey: ['views'] });
      onClose();
    },
    onError: (error) => setErrors(formErrorsOf(error)),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { name = '', shared } = typedFields(event.currentTarget);
    save.mutate({ name, shared: shared === 'on' });
  };
  return (
    <Dialog title={t('views.saveTitle')} onClose={onClose}>
      <form className={formClass} noValidate autoComplete="off" onSubmit={submit}>
        <p>{t('views.saveText')}</p>
        <ErrorSummary errors={errors} />
        <TextField name="name" label={t('field.viewName')} error={errors.find(({ name }) => name === 'name')?.text} />
        {canShare && <CheckField name="shared" value="on" label={t('views.share')} />}
        <DialogButtons>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="primary" type="submit" isBusy={save.isPending}>
            {t('views.save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
