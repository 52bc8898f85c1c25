import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import type { WebhookConfiguration } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import '../../messages/lazy/webhooks.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { Banner, textOf } from '../../ui/states.js';
import { useStepUp } from '../../ui/step-up.js';
import { useNotify } from '../../ui/toast.js';
import { Time } from '../../ui/values.js';

interface DisabledBannerProps {
  readonly configuration: WebhookConfiguration;
}

/** Why the service turned an endpoint off, what becomes of its events, and how to go on. */
export function DisabledBanner({ configuration }: DisabledBannerProps) {
  const canWrite = useCan('write:webhook-configurations');
  const { disabled_reason: reason, updated_at } = configuration;
  if (reason === undefined) return null;
  return (
    <Banner tone="bad" icon="alert" action={canWrite && <TurnOnButton configuration={configuration} />}>
      <strong>
        {t(`webhooks.${reason}`)} <Time at={updated_at} />
      </strong>
      <p>{t('webhooks.goOn')}</p>
    </Banner>
  );
}

function TurnOnButton({ configuration: { id, url, event_types } }: DisabledBannerProps) {
  const queries = useQueryClient();
  const notify = useNotify();
  const { guarded, question } = useStepUp();
  const turnOn = useMutation({
    mutationFn: () =>
      guarded(() =>
        dataOf(
          api.PUT('/webhooks/configurations/{id}', {
            params: { path: { id } },
            body: { url, event_types, enabled: true },
          }),
        ),
      ),
    onSuccess: () => {
      notify(t('webhooks.turnedOn'));
      void queries.invalidateQueries({ queryKey: ['webhooks'] });
      void queries.invalidateQueries({ queryKey: ['attention'] });
    },
    onError: (error) => notify(textOf(error), 'bad'),
  });
  return (
    <>
      <Button isBusy={turnOn.isPending} onClick={() => turnOn.mutate()}>
        {t('webhooks.turnOn')}
      </Button>
      {question}
    </>
  );
}
