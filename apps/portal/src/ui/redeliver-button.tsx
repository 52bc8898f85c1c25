import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.js';
import { t } from '../messages/t.js';
import { Button } from './button.js';
import { textOf } from './states.js';
import { useNotify } from './toast.js';

/** Sends an event again to every configuration that subscribes to it. */
export function RedeliverButton({ eventId }: { readonly eventId: string }) {
  const notify = useNotify();
  const queries = useQueryClient();
  const redeliver = useMutation({
    mutationFn: () => dataOf(api.POST('/webhooks/events/{id}/redeliver', { params: { path: { id: eventId } } })),
    onSuccess: ({ deliveries }) => {
      notify(t('events.redelivered', { count: deliveries.length }));
      void queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
    onError: (error) => notify(textOf(error), 'bad'),
  });
  return (
    <Button size="small" icon="refresh" isBusy={redeliver.isPending} onClick={() => redeliver.mutate()}>
      {t('events.redeliver')}
    </Button>
  );
}
