import { useQuery } from '@tanstack/react-query';
import { eventDeliveriesQuery } from '../../api/operations-queries.js';
import { configurationsQuery, eventsQuery } from '../../api/queries.js';
import type { WebhookDelivery, WebhookEvent } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import '../../messages/lazy/events.js';
import { t, tCode } from '../../messages/t.js';
import { outcomeOf } from '../delivery-outcome.js';
import { Card, Facts } from '../page.js';
import type { Fact } from '../page.js';
import { RedeliverButton } from '../redeliver-button.js';
import { EmptyState, Failed, Skeleton } from '../states.js';
import { Code, Id, Status, Time } from '../values.js';
import css from './resource-events.module.css';

/** The events that told clients about a resource, and their deliveries to each endpoint. */
export function ResourceEvents({ id }: { readonly id: string }) {
  const { data: events, error, refetch } = useQuery(eventsQuery(id));
  const canRedeliver = useCan('write:webhook-configurations');
  if (events === undefined) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton />;
  if (events.length === 0) {
    return <EmptyState icon="webhooks" title={t('events.empty.title')} text={t('events.empty.text')} />;
  }
  return events.map((event) => <EventCard key={event.event_id} event={event} canRedeliver={canRedeliver} />);
}

interface EventProps {
  readonly event: WebhookEvent;
  readonly canRedeliver: boolean;
}

/** With its body as endpoints get it, but for numbers of accounts and people. */
function EventCard({ event, canRedeliver }: EventProps) {
  const { event_id, event_type, created_at, sequence, event_data } = event;
  return (
    <Card
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
      <Deliveries eventId={event_id} />
      <details className={css['body']}>
        <summary>{t('events.body')}</summary>
        <Code>{JSON.stringify(event, null, 2)}</Code>
      </details>
    </Card>
  );
}

/** What became of an event at each endpoint: the status, and the outcome of the last attempt. */
function Deliveries({ eventId }: { readonly eventId: string }) {
  const { data: deliveries, error, refetch } = useQuery(eventDeliveriesQuery(eventId));
  const { data: endpoints = [] } = useQuery(configurationsQuery());
  if (deliveries === undefined) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton />;
  const urlOf = ({ configuration_id }: WebhookDelivery) =>
    endpoints.find(({ id }) => id === configuration_id)?.url ?? configuration_id;
  const facts = deliveries.map((delivery): Fact => [urlOf(delivery), <Outcome key={delivery.id} of={delivery} />]);
  return <Facts of={facts} />;
}

function Outcome({ of: { status, attempts } }: { readonly of: WebhookDelivery }) {
  const last = attempts.at(-1);
  return (
    <>
      <Status of={status} /> {last && outcomeOf(last)}
    </>
  );
}

/** The status that an event reported: its data has the resource by the name of its kind. */
function statusIn(data: object): string | undefined {
  const statuses = Object.values(data).map((resource: { readonly status?: string } | null) => resource?.status);
  const status = statuses.find((each) => typeof each === 'string');
  return status && tCode('status', status);
}
