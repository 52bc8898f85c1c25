import type { WebhookDelivery } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { t, tCode } from '../../messages/t.js';
import type { Column } from '../../ui/data-table.js';
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
  {
    id: 'status',
    header: t('field.status'),
    cell: ({ status }) => <Status of={status} />,
    width: '8rem',
    place: 'value',
  },
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
  {
    id: 'attempts',
    header: t('deliveries.attempts'),
    cell: ({ attempts }) => attempts.length,
    width: '5rem',
    align: 'end',
    place: 'none',
  },
  {
    id: 'next',
    header: t('deliveries.next'),
    cell: ({ next_attempt_at }) => next_attempt_at && <Time at={next_attempt_at} />,
    width: '8rem',
    align: 'end',
    place: 'none',
  },
  {
    id: 'created',
    header: t('field.created'),
    cell: ({ created_at }) => <Time at={created_at} />,
    width: '8rem',
    align: 'end',
    place: 'end',
  },
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
