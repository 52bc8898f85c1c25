import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatMetadata, parseMetadata } from '../format/metadata.js';
import type { Metadata } from '../format/metadata.js';
import { t } from '../messages/t.js';
import { Button } from './button.js';
import { Dialog, DialogButtons } from './dialog.js';
import { ErrorSummary, fieldsClass, formClass, TextArea } from './field.js';
import type { FormError } from './field.js';
import { formErrorsOf } from './form-errors.js';
import { allFields, FormFields } from './form-fields.js';
import type { FormField } from './form-fields.js';
import { useNotify } from './toast.js';

export interface Edited {
  /** The fields that were changed, by name; an emptied one is empty. */
  readonly changed: Readonly<Record<string, string>>;
  readonly all: Readonly<Record<string, string>>;
  /** Where it was changed. */
  readonly metadata?: Metadata;
}

interface EditDialogProps {
  readonly title: string;
  readonly fields: readonly FormField[];
  /** What the fields have now; a secret one has nothing that could be shown. */
  readonly initial: Readonly<Record<string, string>>;
  readonly metadata: Metadata;
  readonly save: (edited: Edited) => Promise<unknown>;
  readonly onClose: () => void;
}

const METADATA = 'metadata';

/** Changes a resource. Only what was changed is sent, so that two people may change different fields. */
export function EditDialog({ title, fields, initial, metadata, save, onClose }: EditDialogProps) {
  const queries = useQueryClient();
  const notify = useNotify();
  const [errors, setErrors] = useState<readonly FormError[]>([]);
  const run = useMutation({
    mutationFn: save,
    onSuccess: () => {
      void queries.invalidateQueries();
      notify(t('edit.saved'));
      onClose();
    },
    onError: (error) => setErrors(formErrorsOf(error)),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { [METADATA]: lines = '', ...all } = allFields(event.currentTarget);
    const changed = Object.fromEntries(Object.entries(all).filter(([name, value]) => value !== (initial[name] ?? '')));
    const isMetadataChanged = lines !== formatMetadata(metadata);
    if (Object.keys(changed).length === 0 && !isMetadataChanged) onClose();
    else run.mutate({ changed, all, ...(isMetadataChanged && { metadata: parseMetadata(lines, metadata) }) });
  };
  return (
    <Dialog title={title} isWide onClose={onClose}>
      <form className={formClass} noValidate autoComplete="off" onSubmit={submit}>
        <ErrorSummary errors={errors} />
        <div className={fieldsClass}>
          <FormFields fields={fields} errors={errors} initial={initial} />
        </div>
        <TextArea
          {...{ label: t('edit.metadata'), name: METADATA, hint: t('edit.metadataHint'), isOptional: true }}
          defaultValue={formatMetadata(metadata)}
          error={errors.find(({ name }) => name === METADATA)?.text}
        />
        <DialogButtons>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="primary" type="submit" isBusy={run.isPending}>
            {t('edit.save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
