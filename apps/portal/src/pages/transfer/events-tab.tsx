import { useQuery } from '@tanstack/react-query';
import { eventsQuery } from '../../api/queries.js';
import { useCan } from '../../app/use-session.js';
import { t, tCode } from '../../messages/t.js';
import { Card, Facts } from '../../ui/page.js';
import { RedeliverButton } from '../../ui/redeliver-button.js';
import { EmptyState, Failed, Skeleton } from '../../ui/states.js';
import { Id, Time } from '../../ui/values.js';

/** The events that told clients about a transfer. */
export function EventsTab({ id }: { readonly id: string }) {
  const { data: events, error, refetch } = useQuery(eventsQuery(id));
  const canRedeliver = useCan('write:webhook-configurations');
  if (events === undefined) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton />;
  if (events.length === 0) {
    return <EmptyState icon="webhooks" title={t('events.empty.title')} text={t('events.empty.text')} />;
  }
  return events.map(({ event_id, event_type, created_at, sequence, event_data }) => (
    <Card
      key={event_id}
      title={t('events.title', { type: tCode('event', event_type), sequence })}
      actions={canRedeliver && <RedeliverButton eventId={event_id} />}
    >
      <Facts
        of={[
          [t('field.status'), statusIn(event_data)],
          [t('field.created'), <Time key="created" at={created_at} />],
          [t('field.id'), <Id key="id" value={event_id} />],
        ]}
      />
    </Card>
  ));
}

/** The status that an event of a transfer reported. */
function statusIn(data: object): string | undefined {
  const { transfer } = data as { transfer?: { status?: string } };
  return transfer?.status && tCode('status', transfer.status);
}
