import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { subscribes } from '../domain/event-types.js';
import { Deliveries, EventPublications, WebhookConfigurations } from './ports.js';
import type { NewDelivery, NewlyPublished, Subscriber } from './ports.js';

/** How many events get their position in one transaction. */
export const PUBLICATION_BATCH = 500;

/**
 * Assigns positions to the tenant's committed events that have none, and creates a delivery of each for every
 * subscribed configuration. Positions are assigned after the events commit, one worker at a time, so a reader
 * that continues from a position misses nothing. Returns whether there may be more.
 */
@Injectable()
export class PublishEvents {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublications,
    private readonly configurations: WebhookConfigurations,
    private readonly deliveries: Deliveries,
  ) {}

  async execute(): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const lastPosition = await this.events.tryLockPublisher();
      if (lastPosition === undefined) return false;
      const [events, subscribers] = await Promise.all([
        this.events.publish(lastPosition, PUBLICATION_BATCH),
        this.configurations.lockSubscribers(),
      ]);
      await this.deliveries.add(deliveriesOf(events, subscribers));
      return events.length === PUBLICATION_BATCH;
    });
  }
}

function deliveriesOf(events: readonly NewlyPublished[], subscribers: readonly Subscriber[]): NewDelivery[] {
  return events.flatMap((event) =>
    subscribers
      .filter(({ event_types }) => subscribes(event_types, event))
      .map(({ id }) => ({ event_id: event.id, configuration_id: id })),
  );
}
