import type { UnitOfWork } from '@payments/kernel';
import type {
  Deliveries,
  EventPublications,
  NewDelivery,
  NewlyPublished,
  Subscriber,
  WebhookConfigurations,
} from './ports.js';
import { PUBLICATION_BATCH, PublishEvents } from './publish-events.js';

const unitOfWork: UnitOfWork = { run: (work) => work(), read: (work) => work() };

const anEvent = (id: string, type = 'transfer_created'): NewlyPublished => ({
  id,
  type,
  resource_type: type.startsWith('person') ? 'person' : 'transfer',
});

async function publish(events: NewlyPublished[] | 'locked', subscribers: Subscriber[]) {
  const added: NewDelivery[] = [];
  const publications = {
    tryLockPublisher: async () => (events === 'locked' ? undefined : '7'),
    publish: async () => events,
  } as unknown as EventPublications;
  const configurations = { lockSubscribers: async () => subscribers } as unknown as WebhookConfigurations;
  const deliveries = { add: async (drafts: NewDelivery[]) => added.push(...drafts) } as unknown as Deliveries;
  const more = await new PublishEvents(unitOfWork, publications, configurations, deliveries).execute();
  return { more, added };
}

describe(PublishEvents.name, () => {
  it('creates a delivery for every subscribed configuration', async () => {
    const { added, more } = await publish(
      [anEvent('e1'), anEvent('e2', 'person_created')],
      [
        { id: 'all', event_types: ['subscribe_all'] },
        { id: 'some', event_types: ['transfer_all'] },
        { id: 'other', event_types: ['business_all'] },
      ],
    );
    expect(added).toEqual([
      { event_id: 'e1', configuration_id: 'all' },
      { event_id: 'e1', configuration_id: 'some' },
      { event_id: 'e2', configuration_id: 'all' },
    ]);
    expect(more).toBe(false);
  });

  it('requests another round after a full batch', async () => {
    const events = Array.from({ length: PUBLICATION_BATCH }, (_, index) => anEvent(`e${index}`));
    expect(await publish(events, [])).toEqual({ more: true, added: [] });
  });

  it('leaves the enterprise to the publisher that holds its lock', async () => {
    const everything = { id: 'all', event_types: ['subscribe_all'] };
    expect(await publish('locked', [everything])).toEqual({ more: false, added: [] });
  });
});
