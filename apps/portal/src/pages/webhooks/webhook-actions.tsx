import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf, doneOf } from '../../api/client.js';
import type { WebhookConfiguration } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { formatDuration } from '../../format/time.js';
import '../../messages/lazy/webhooks.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Menu, MenuItem } from '../../ui/menu.js';
import { SecretDialog } from '../../ui/secret-dialog.js';
import { textOf } from '../../ui/states.js';
import { useStepUp } from '../../ui/step-up.js';
import { useNotify } from '../../ui/toast.js';
import { RecoverDialog } from './recover-dialog.js';
import { WebhookForm } from './webhook-form.js';

interface ActionsProps {
  readonly configuration: WebhookConfiguration;
}

type Asked = 'edit' | 'rotate' | 'delete' | 'recover';

/** What can be done with an endpoint. */
export function WebhookActions({ configuration }: ActionsProps) {
  const canWrite = useCan('write:webhook-configurations');
  const canRead = useCan('read:webhook-secret');
  const canRotate = useCan('write:webhook-secret');
  const notify = useNotify();
  const [asked, setAsked] = useState<Asked>();
  const [secret, setSecret] = useState<string>();
  const { guarded, question } = useStepUp();
  const params = { path: { id: configuration.id } };
  const show = () =>
    guarded(() => dataOf(api.GET('/webhooks/configurations/{id}/secret', { params })))
      .then((answer) => setSecret(answer.secret))
      .catch((error: unknown) => notify(textOf(error), 'bad'));
  const rotate = async () => {
    const answer = await dataOf(api.POST('/webhooks/configurations/{id}/secret/rotate', { params }));
    setSecret(answer.secret);
  };
  const close = () => setAsked(undefined);
  return (
    <>
      {canWrite && <TestButton configuration={configuration} />}
      {canWrite && <Button onClick={() => setAsked('edit')}>{t('webhooks.edit')}</Button>}
      {(canWrite || canRead || canRotate) && (
        <Menu trigger={<Button icon="more" aria-label={t('webhooks.actions')} />}>
          {canRead && <MenuItem onSelect={() => void show()}>{t('webhooks.secret')}</MenuItem>}
          {canRotate && <MenuItem onSelect={() => setAsked('rotate')}>{t('webhooks.rotate')}</MenuItem>}
          {canWrite && <MenuItem onSelect={() => setAsked('recover')}>{t('webhooks.recover')}</MenuItem>}
          {canWrite && <MenuItem onSelect={() => setAsked('delete')}>{t('webhooks.delete')}</MenuItem>}
        </Menu>
      )}
      {asked === 'edit' && (
        <WebhookForm configuration={configuration} onSaved={() => notify(t('webhooks.saved'))} onClose={close} />
      )}
      {asked === 'rotate' && (
        <ConfirmDialog
          {...{ title: t('webhooks.rotateTitle'), text: t('webhooks.rotateText'), confirm: t('webhooks.rotate') }}
          action={rotate}
          onClose={close}
        />
      )}
      {asked === 'delete' && <DeleteDialog configuration={configuration} onClose={close} />}
      {asked === 'recover' && <RecoverDialog configuration={configuration} onClose={close} />}
      {question}
      {secret !== undefined && (
        <SecretDialog
          {...{ title: t('webhooks.secretTitle'), text: t('webhooks.secretText'), isRepeatable: true }}
          values={[[t('webhooks.secretOne'), secret]]}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  );
}

function TestButton({ configuration: { id } }: ActionsProps) {
  const notify = useNotify();
  const test = useMutation({
    mutationFn: () => dataOf(api.POST('/webhooks/configurations/{id}/test', { params: { path: { id } }, body: {} })),
    onSuccess: ({ test: { delivered, status_code, error, duration_ms } }) => {
      const result = status_code ?? error ?? '';
      if (delivered) notify(t('webhooks.delivered', { status: result, time: formatDuration(duration_ms) }));
      else notify(t('webhooks.notDelivered', { result }), 'bad');
    },
    onError: (error) => notify(textOf(error), 'bad'),
  });
  return (
    <Button icon="send" isBusy={test.isPending} onClick={() => test.mutate()}>
      {t('webhooks.test')}
    </Button>
  );
}

interface DialogProps extends ActionsProps {
  readonly onClose: () => void;
}

function DeleteDialog({ configuration: { id }, onClose }: DialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const remove = async () => {
    await doneOf(api.DELETE('/webhooks/configurations/{id}', { params: { path: { id } } }));
    notify(t('webhooks.deleted'));
    await navigate({ to: '/webhooks' });
    queries.removeQueries({ queryKey: ['webhooks', 'configurations', id] });
    await queries.invalidateQueries({ queryKey: ['webhooks'] });
  };
  return (
    <ConfirmDialog
      {...{ title: t('webhooks.deleteTitle'), text: t('webhooks.deleteText'), confirm: t('webhooks.delete') }}
      isDangerous
      action={remove}
      onClose={onClose}
    />
  );
}
