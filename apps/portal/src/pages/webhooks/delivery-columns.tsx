import type { WebhookDelivery } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import '../../messages/lazy/webhooks.js';
import { t, tCode } from '../../messages/t.js';
import { countColumn, statusColumn, timeColumn } from '../../ui/columns.js';
import type { Column } from '../../ui/column.js';
import { outcomeOf } from '../../ui/delivery-outcome.js';
import { Facts } from '../../ui/page.js';
import { RedeliverButton } from '../../ui/redeliver-button.js';
import { Code, Id, Status, Time } from '../../ui/values.js';

export const deliveryColumns: readonly Column<WebhookDelivery>[] = [
  {
    id: 'event',
    header: t('field.event'),
    cell: ({ event_type }) => tCode('event', event_type),
    width: 'minmax(9rem, 1.2fr)',
    place: 'title',
  },
  statusColumn(({ status }) => status, { width: '8rem', place: 'value' }),
  {
    id: 'last',
    header: t('deliveries.last'),
    cell: ({ attempts }) => {
      const last = attempts.at(-1);
      return last && outcomeOf(last);
    },
    width: 'minmax(8rem, 1fr)',
    place: 'note',
  },
  countColumn(({ attempts }) => attempts.length, { id: 'attempts', header: t('deliveries.attempts') }),
  timeColumn(({ next_attempt_at }) => next_attempt_at, { id: 'next', header: t('deliveries.next') }),
  timeColumn(({ created_at }) => created_at, { place: 'end' }),
];

export const peekAtDelivery = (delivery: WebhookDelivery) => ({
  title: tCode('event', delivery.event_type),
  content: <Attempts delivery={delivery} />,
});

function Attempts({ delivery }: { readonly delivery: WebhookDelivery }) {
  const canRedeliver = useCan('write:webhook-configurations');
  return (
    <>
      <Facts
        of={[
          [t('field.status'), <Status key="status" of={delivery.status} />],
          [t('field.eventId'), <Id key="event" value={delivery.event_id} />],
          [t('deliveries.next'), delivery.next_attempt_at && <Time key="next" at={delivery.next_attempt_at} />],
          ...delivery.attempts.map(
            (attempt, index) => [t('legs.attempt', { number: index + 1 }), outcomeOf(attempt)] as const,
          ),
        ]}
      />
      {delivery.attempts.at(-1)?.response_body && <Code>{delivery.attempts.at(-1)?.response_body ?? ''}</Code>}
      {canRedeliver && <RedeliverButton eventId={delivery.event_id} />}
    </>
  );
}
