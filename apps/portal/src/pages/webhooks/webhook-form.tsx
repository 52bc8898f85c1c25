import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { Problem } from '../../api/problem.js';
import type { EventSubscription, WebhookConfiguration } from '../../api/types.js';
import '../../messages/lazy/webhooks.js';
import { t, tCode } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogButtons } from '../../ui/dialog.js';
import { CheckField, ErrorSummary, fieldsClass, formClass, TextField } from '../../ui/field.js';
import type { FormError } from '../../ui/field.js';
import { formErrorsOf } from '../../ui/form-errors.js';
import { typedIn } from '../../ui/form-text.js';
import { useStepUp } from '../../ui/step-up.js';
import { SINGLE_EVENTS, WHOLE_KINDS } from './event-types.table.js';

interface WebhookFormProps {
  /** None for a new one. */
  readonly configuration?: WebhookConfiguration;
  readonly onSaved: (configuration: WebhookConfiguration) => void;
  readonly onClose: () => void;
}

/** Where events are sent, and which. */
export function WebhookForm({ configuration, onSaved, onClose }: WebhookFormProps) {
  const queries = useQueryClient();
  const [errors, setErrors] = useState<readonly FormError[]>([]);
  // However often it is sent, it makes one endpoint.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const { guarded, question } = useStepUp();
  const save = useMutation({
    mutationFn: (body: { url: string; event_types: EventSubscription[]; enabled: boolean }) =>
      guarded(() => {
        if (configuration === undefined) {
          return dataOf(api.POST('/webhooks/configurations', { body, headers: { 'Idempotency-Key': key } }));
        }
        return dataOf(api.PUT('/webhooks/configurations/{id}', { params: { path: { id: configuration.id } }, body }));
      }),
    onSuccess: ({ webhook_configuration }) => {
      void queries.invalidateQueries({ queryKey: ['webhooks'] });
      onSaved(webhook_configuration);
      onClose();
    },
    onError: (error) => {
      setErrors(formErrorsOf(error));
      // A refused request made nothing; the corrected one is another.
      if (error instanceof Problem && !error.isRetryable) setKey(crypto.randomUUID());
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const event_types = data.getAll('event_types').map(String) as EventSubscription[];
    if (event_types.length === 0) setErrors([{ name: 'event_types', text: t('webhooks.noEvents') }]);
    else save.mutate({ url: typedIn(form, 'url').trim(), event_types, enabled: data.get('enabled') !== null });
  };
  return (
    <Dialog title={t(configuration ? 'webhooks.editTitle' : 'webhooks.new')} isWide onClose={onClose}>
      <form className={formClass} noValidate onSubmit={submit}>
        <ErrorSummary errors={errors} />
        <TextField
          label={t('field.url')}
          name="url"
          inputMode="url"
          hint={t('webhooks.urlHint')}
          defaultValue={configuration?.url ?? ''}
          error={errors.find(({ name }) => name === 'url')?.text}
        />
        <EventTypes chosen={configuration?.event_types ?? ['subscribe_all']} />
        <CheckField label={t('webhooks.enabled')} name="enabled" defaultChecked={configuration?.enabled ?? true} />
        <DialogButtons>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="primary" type="submit" isBusy={save.isPending}>
            {t(configuration ? 'webhooks.save' : 'webhooks.create')}
          </Button>
        </DialogButtons>
      </form>
      {question}
    </Dialog>
  );
}

function EventTypes({ chosen }: { readonly chosen: readonly EventSubscription[] }) {
  const boxes = (types: readonly EventSubscription[]) =>
    types.map((type) => (
      <CheckField
        key={type}
        name="event_types"
        value={type}
        label={tCode('event', type)}
        defaultChecked={chosen.includes(type)}
      />
    ));
  return (
    <>
      <fieldset className={fieldsClass}>
        <legend>{t('field.eventTypes')}</legend>
        {boxes(WHOLE_KINDS)}
      </fieldset>
      <details open={SINGLE_EVENTS.some((type) => chosen.includes(type))}>
        <summary>{t('webhooks.single')}</summary>
        <div className={fieldsClass}>{boxes(SINGLE_EVENTS)}</div>
      </details>
    </>
  );
}
